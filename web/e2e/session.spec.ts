import { expect } from '@playwright/test';
import { dev } from './dev';
import { expectAccessible, LOCALES, listen, test } from './kit';

test('signing in: what is missing, what is wrong, and back to the page that was asked for', async ({ page }) => {
  const complaints = listen(page);
  await page.goto('/send/order?size=20');
  // The browser's language, and whose page it is.
  await expect(page.getByLabel('Language')).toHaveValue('en-US');
  await expect(page.getByText('Herald', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/user\/login\?to=/);
  await expect(page).toHaveTitle('Sign in - Herald');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  const { username, password } = dev.logins.secondary; // a customer would be offered the yearly service
  await page.getByLabel('Account or phone number').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(`${password}x`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/send\/order\?size=20/);
  await expect(page.getByRole('heading', { name: 'Bulk sends' })).toBeVisible();
  expect(complaints.filter((c) => !c.includes('401'))).toEqual([]); // the browser itself names each refused call

  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const left = page.waitForEvent('load'); // the sign-in page is a new document, so that nothing of the session stays
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await left;
  await expect(page).toHaveURL(/\/user\/login/);
  await page.goto('/send/order');
  await expect(page).toHaveURL(/\/user\/login/);
});

test('the end of the session reaches every tab', async ({ page: one, context }) => {
  const { username, password } = dev.logins.secondary;
  await context.addInitScript(
    () => localStorage.getItem('prefs') ?? localStorage.setItem('prefs', '{"state":{"locale":"en-US"},"version":0}'),
  );
  await one.goto('/');
  await one.getByLabel('Account or phone number').fill(username);
  await one.getByLabel('Password', { exact: true }).fill(password);
  await one.getByRole('button', { name: 'Sign in' }).click();
  await expect(one.getByRole('heading', { level: 1 })).toContainText('Good');
  const two = await context.newPage();
  await two.goto('/');
  await expect(two.getByRole('heading', { level: 1 })).toContainText('Good');
  await one.bringToFront(); // a tab behind another paints once a second, and each click waits for two paints
  await one.getByRole('button', { name: /^Account: / }).click();
  await one.getByRole('menuitem', { name: 'Log out' }).click();
  await one.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  for (const tab of [one, two]) {
    await expect(tab).toHaveURL(/\/user\/login/);
    await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
});

for (const dark of [false, true]) {
  test(`the sign-in page is accessible, ${dark ? 'dark' : 'light'}`, async ({ page }) => {
    const complaints = listen(page);
    await page.addInitScript(
      (prefs) => localStorage.setItem('prefs', prefs),
      JSON.stringify({ state: { locale: 'zh-CN', dark }, version: 0 }),
    );
    await page.goto('/');
    for (const locale of LOCALES) {
      await page.locator('select').selectOption(locale);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (locale === 'zh-CN') await expectAccessible(page, 'login');
    }
    expect(complaints).toEqual([]);
  });
}
