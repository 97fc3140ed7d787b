import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, pickOption, prefer, rowAct, signedIn, test } from './kit';
import { digits } from './unique';

const run = digits(6);

test('staff and their numbers: added, given, switched off, resigned, deleted', async ({ browser }) => {
  test.slow();
  const { page, complaints, close } = await signedIn(browser, 'customer');
  const name = `Bia ${run}`;
  const number = `5511987${run}`;
  await page.goto('/service/staff');
  await page.getByRole('button', { name: 'New' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Phone').fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(
    form.getByText('Enter a phone number that starts with the country code', { exact: false }),
  ).toBeVisible();
  await form.getByLabel('Phone').fill('+55 11 98765-4321');
  await expectAccessible(page, 'the form of staff');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const person = page.getByRole('row', { name: new RegExp(name) });
  await expect(person).toContainText('On the job');

  await page.goto('/service/number');
  await page.getByRole('button', { name: 'New' }).first().click();
  await form.getByLabel('Country').fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByLabel('Number').fill(`+${number}`);
  await form.getByRole('button', { name: /Owner/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a member of staff' });
  await picker.getByRole('row', { name: new RegExp(name) }).click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await expect(picker).toHaveCount(0);
  await expect(form.getByText(name)).toBeVisible();
  await expectAccessible(page, 'the form of a number');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(number.slice(-4)) });
  await expect(row).toContainText(name);
  await expect(row).toContainText('Enabled');
  await rowAct(row, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');

  await page.goto('/service/staff');
  await rowAct(person, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This staff member still has numbers (1)', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await rowAct(person, 'Edit');
  await form.getByLabel('Status').click();
  await pickOption(page.getByTitle('Resigned'));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(person).toContainText('Resigned');
  await page.goto('/service/number');
  await expect(row).toContainText(`${name} (resigned)`);
  await expectAccessible(page, 'numbers');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'numbers in the dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'numbers on a phone');
  expect(complaints.filter((c) => !/40[09]/.test(c))).toEqual([]);
  await close();
});
