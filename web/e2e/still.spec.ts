import { expect, test } from '@playwright/test';
import { signedIn } from './kit';

// A message that comes or goes at a field must not move the button below it: a click on a button that moves is lost.
test('a message at a field moves no button of its form', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'admin');
  await page.goto('/finance/statement');
  await page.getByRole('button', { name: 'Write a line' }).first().click();
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
test('a list that opens takes no press before its options stand still', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'admin');
  await page.goto('/customer/list');
  await page.addStyleTag({ content: '.ant-select-dropdown { animation-duration: 3s !important }' });
  await page.getByRole('button', { name: 'New customer' }).click();
  const field = page.getByRole('dialog').last().getByLabel('Country');
  await field.fill('Brazil');
  const list = page.locator('.ant-select-dropdown:visible');
  const option = list.getByTitle('Brazil +55');
  await option.waitFor();
  expect(await list.getAttribute('class')).toContain('slide-up');
  const { x, y } = (await option.boundingBox()) as { x: number; y: number };
  await page.mouse.click(x + 20, y + 4);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await option.click();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('dialog').last().getByTitle('Brazil +55')).toBeVisible();
  await close();
});
