import { expect } from '@playwright/test';
import { dev } from './dev';
import { actor, signedIn, test } from './kit';

test('a token in the address signs in and is gone at once: from the address, the history and every Referer', async ({
  page,
}) => {
  const { session } = await actor('customer');
  const seen: string[] = [];
  page.on('request', (r) => seen.push(`${r.url()} ${r.headers().referer ?? ''}`));
  await page.addInitScript(() => localStorage.setItem('prefs', '{"state":{"locale":"en-US"},"version":0}'));
  await page.goto(`${dev.url}/send/order?access_token=${session.token}&size=20#part`);
  await expect(page.getByRole('heading', { name: 'Bulk sends' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(page.url()).toBe(`${dev.url}/send/order?size=20#part`);
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Statement').click();
  await expect(page).toHaveURL(/statement/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Bulk sends' })).toBeVisible();
  expect(page.url()).not.toContain('access_token');
  const [first, ...later] = seen;
  expect(first).toContain('access_token');
  expect(later.filter((line) => line.includes(session.token) && !line.includes('/ws?'))).toEqual([]);
});

test('code that does not come loses one page, not the console, and comes back by itself', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'customer');
  await page.goto('/send/order');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Menu' }).getByText('Statement').click();
  await expect(page.getByRole('heading', { name: /The server cannot be reached/ })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText(/The server cannot be reached/).nth(1)).toBeVisible(); // the page's, and what is said of the drawer
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: /Statement/ })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await close();
});
