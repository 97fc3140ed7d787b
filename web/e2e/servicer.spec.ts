import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, prefer, signedIn, test } from './kit';

test('servicer: the list shows in both themes and on a phone, and its form refuses what is missing', async ({
  browser,
}) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/service/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Staff' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'servicer light');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'servicer dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'servicer on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'New' }).first().click();
  const form = page.getByRole('dialog', { name: 'New' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
  await expectAccessible(page, 'servicer form');
  expect(complaints).toEqual([]);
  await close();
});
