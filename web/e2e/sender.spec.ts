import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, prefer, signedIn, test } from './kit';

test('sender: the list shows in both themes and on a phone', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/send/sender');
  await expect(page.getByRole('heading', { level: 1, name: 'Senders' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Senders' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'sender light');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'sender dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'sender on a phone');
  expect(complaints).toEqual([]);
  await close();
});
