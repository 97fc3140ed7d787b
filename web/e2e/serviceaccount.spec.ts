import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, prefer, signedIn, test } from './kit';

test('serviceaccount: the list shows in both themes and on a phone', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/service/number');
  await expect(page.getByRole('heading', { level: 1, name: 'Service numbers' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Service numbers' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'serviceaccount light');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'serviceaccount dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'serviceaccount on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'New' }).first().click();
  const form = page.getByRole('dialog', { name: 'New' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectAccessible(page, 'serviceaccount form');
  expect(complaints).toEqual([]);
  await close();
});
