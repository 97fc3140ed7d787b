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
