import { expect } from '@playwright/test';
import { dev } from './dev';
import { actor, byMenu, newCustomer, signedIn, test } from './kit';

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
  await byMenu(page, 'Billing', 'Statement');
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
  await byMenu(page, 'Billing', 'Statement');
  await expect(page.getByRole('heading', { name: /The server can’t be reached/ })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText(/The server can’t be reached/).nth(1)).toBeVisible(); // the page's, and what is said of the drawer
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: /Statement/ })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await close();
});

test('a new build is offered when old code is gone, and what was typed stays until the user agrees', async ({
  browser,
}) => {
  const { page, close } = await signedIn(browser, 'customer');
  await page.goto('/send/order');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('typed, not sent');
  await page.route('**/_next/static/chunks/*.js', (r) => r.fulfill({ status: 404, body: 'not found' }));
  await page.route(`${dev.url}/`, (r) =>
    r.request().resourceType() === 'fetch'
      ? r.fulfill({ contentType: 'text/html', body: '<script src="/_next/static/chunks/new.js"></script>' })
      : r.continue(),
  );
  await byMenu(page, 'Billing', 'Statement');
  await expect(page.getByRole('heading', { name: 'A new version of the console is available' })).toBeVisible();
  const offer = page.getByRole('status').filter({ hasText: 'A new version of the console is available' });
  await expect(offer).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Open pages' })
    .getByRole('link', { name: 'Bulk sends', exact: true })
    .click();
  await expect(search).toHaveValue('typed, not sent');
  await page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name: 'Statement' }).click();
  await page.unroute('**/_next/static/chunks/*.js');
  await page.unroute(`${dev.url}/`);
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: /Statement/ })).toBeVisible();
  await close();
});

test('the first screen asks once for what it shows, beside its code', async ({ browser }) => {
  // A customer of its own: what others do is told to the shared one, and is then asked for again, rightly.
  const { api } = await newCustomer(0);
  const { page, close } = await signedIn(browser, api);
  const asked: string[] = [];
  page.on('request', (r) => asked.push(new URL(r.url()).pathname));
  for (const _ of ['the first time', 'with the menu of the last visit']) {
    asked.length = 0;
    await page.goto('/send/order');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const path of ['/api/gc/groupsendorder/page', '/api/oauth/router', '/api/im/announcement/no/expire'])
      expect(asked.filter((a) => a === path).length, path).toBeLessThanOrEqual(1);
    const scripts = asked.filter((a) => a.endsWith('.js'));
    expect(scripts.length).toBe(new Set(scripts).size);
  }
  // All responses that the page's head preloaded were used.
  expect(
    await page.evaluate(
      () => (window as { heraldEarly?: { answers: Map<string, unknown> } }).heraldEarly?.answers.size,
    ),
  ).toBe(0);
  await close();
});
