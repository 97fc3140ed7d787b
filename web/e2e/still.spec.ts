import { expect, test } from '@playwright/test';
import { signedIn } from './kit';

// A message that comes or goes at a field must not move the button below it: a click on a button that moves is lost.
test('a message at a field moves no button of its form', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'admin');
  await page.goto('/finance/statement');
  await page.getByRole('button', { name: 'Add an entry' }).first().click();
  const form = page.getByRole('dialog').last();
  const save = form.locator('.ant-btn-primary').last();
  const amount = form.getByLabel('Amount');
  const place = async () => (await save.boundingBox())?.y;
  await amount.fill('12');
  const before = await place();
  await amount.fill('');
  await expect(form.getByRole('alert').or(form.locator('.ant-form-item-explain-error')).last()).toBeVisible();
  expect(await place()).toBe(before);
  await amount.fill('12');
  await expect(form.locator('.ant-form-item-explain-error')).toHaveCount(0);
  expect(await place()).toBe(before);
  await close();
});

// An option moves while its list opens: a press then would end beside it, choose nothing and close the list.
test('the options of a list take no press while it opens', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'admin');
  await page.goto('/customer/list');
  await page.getByRole('button', { name: 'New customer' }).first().click();
  const form = page.getByRole('dialog').last();
  await form.getByLabel('Name', { exact: true }).fill('x');
  const held = await page.addStyleTag({ content: '.ant-select-dropdown { animation-play-state: paused !important }' });
  await form.getByLabel('Country').fill('Brazil');
  const option = page.locator('.ant-select-item-option[title="Brazil +55"]');
  await option.waitFor();
  const takes = () => option.evaluate((el) => getComputedStyle(el).pointerEvents);
  expect(await takes()).toBe('none');
  await held.evaluate((el) => (el as Element).remove());
  await expect.poll(takes).toBe('auto');
  await close();
});
