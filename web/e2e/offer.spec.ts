import { test as base, expect } from '@playwright/test';
import { leave, newCustomer } from './kit';

/** Playwright's own: the kit's would close the offer of the yearly service. */
const test = base;

test('the offer of the yearly service waits until no form or dialog is open', async ({ browser }) => {
  const { login } = await newCustomer(100);
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.clock.install();
  const offer = page.getByRole('dialog', { name: 'Service', exact: true });
  const asked = page.waitForResponse((r) => r.url().endsWith('/pi/personal/info/saas'));
  // The sign-in leads to a form that the address opens.
  await page.goto('/send/contact?create=1');
  await page.getByLabel('Account or phone number').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const form = page.getByRole('dialog', { name: 'New contact list' });
  await form.getByLabel('Name').fill('Typed before it');
  await asked;
  await page.clock.runFor(60_000);
  await expect(form.getByLabel('Name')).toHaveValue('Typed before it');
  await expect(offer).toHaveCount(0);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Later' }).click();
  await expect(offer).toBeHidden();
  await leave(context);
});
