import { expect, type Page } from '@playwright/test';
import { actor, expectAccessible, listen, nav, pickOption, rowAct, test } from './kit';
import { digits } from './unique';

async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Account or phone number').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a new customer sets a password; an order that it cannot pay is kept as a draft', async ({ page }) => {
  const phone = `119${digits(8)}`;
  const admin = await actor('admin');
  await admin('POST', '/aty/customerinfo', {
    name: `Newcomer ${phone}`,
    phone,
    email: `n${phone}@herald.test`,
    companyName: 'Newcomer',
    countryCode: 'BR',
    customerType: 'person',
  });
  const complaints = listen(page);
  await page.addInitScript(
    () => localStorage.getItem('prefs') ?? localStorage.setItem('prefs', '{"state":{"locale":"en-US"},"version":0}'),
  );
  await page.goto('/');
  const initial = phone.slice(-6);
  await signIn(page, phone, initial);
  await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible();
  await expectAccessible(page, 'initial password');

  const change = async (fresh: string, again: string) => {
    await page.getByLabel('Current password').fill(initial);
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByLabel('Repeat the new password').fill(again);
    await page.getByRole('button', { name: 'Save and continue' }).click();
  };
  await change('Blue-Kettle-71', 'Blue-Kettle-72');
  await expect(page.getByText('The two passwords don’t match')).toBeVisible();
  await change(initial, initial);
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1); // the server refuses the initial one, at its field
  await change('Blue-Kettle-71', 'Blue-Kettle-71');
  await expect(page.getByRole('heading', { name: /Good .*Newcomer/ })).toBeVisible();
  await expect(page.getByText('No orders yet.')).toBeVisible();

  await page
    .getByRole('region', { name: 'Three steps to your first' })
    .getByRole('button', { name: 'Import contacts' })
    .click();
  await expect(page.getByText('No contact lists yet.')).toBeVisible();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create and import' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name').fill('First');
  await form.getByLabel('Country').fill('55');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByRole('button', { name: 'Create and import' }).click();

  const load = page.getByRole('dialog', { name: 'Import into “First”' });
  const drop = (name: string, text: string) =>
    load
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  await drop('picture.png', 'x');
  await expect(load.getByText('Choose an xlsx, xls, txt or csv file')).toBeVisible();
  await drop('empty.txt', '');
  await expect(load.getByText('The file is empty')).toBeVisible();
  await drop('wrong.txt', '14155550100\n');
  await expect(load.getByRole('alert').first()).toBeVisible();
  await load.getByRole('button', { name: 'Import another file' }).click();
  await drop('right.txt', '5511970000001\n5511970000002\n');
  await expect(load.getByText('2 numbers imported')).toBeVisible();
  await load.getByRole('button', { name: 'Import another file' }).click();
  await drop('crm.csv', 'Nome;Celular\nAna;(11) 97000-0003\n'); // another program's file, of national numbers
  await expect(load.getByRole('radio', { name: /Celular/ })).toBeChecked();
  await load.getByRole('button', { name: 'Import this column' }).click();
  await expect(load.getByText('1 row is a national number without country code')).toBeVisible();
  await load.getByRole('button', { name: 'Add the country code and import' }).click();
  await expect(load.getByText('1 number imported')).toBeVisible();
  await load.getByRole('button', { name: 'Done' }).click();

  await nav(page).getByRole('link', { name: 'Bulk sends', exact: true }).click();
  await page.getByRole('button', { name: 'New order' }).first().click();
  const order = page.getByRole('dialog', { name: 'New order' });
  await order.getByLabel('Order name').fill('Too dear');
  await order.getByLabel('Contact list', { exact: true }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: 'First' }));
  await order.getByRole('textbox', { name: 'Text' }).fill('hello');
  await expect(order.getByText(/credits short/)).toBeVisible();
  await order.getByRole('button', { name: 'Place order' }).click();
  const ask = page.getByRole('dialog', { name: 'Not enough credit' });
  await expect(ask).toContainText('save the order as a draft');
  await ask.getByRole('button', { name: /^Top up/ }).click();
  const pay = page.getByRole('dialog', { name: 'Top up' });
  await expect(pay).toBeVisible();
  await pay.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/view=drafts/);
  const row = page.getByRole('row', { name: /Too dear/ });
  await expect(row).toBeVisible();
  await rowAct(row, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No drafts.')).toBeVisible();
  expect(complaints.filter((c) => !/status of 40[0-3]/.test(c))).toEqual([]); // the browser itself names each refused call
});
