import { expect } from '@playwright/test';
import { dev } from './dev';
import { expectAccessible, expectNoSideScroll, expectReadable, prefer, signedIn, test } from './kit';
import { shot } from './looks';
import { digits } from './unique';

/** Sets records in the simulated domain name system of the product. */
async function publish(records: string[]) {
  const answer = await fetch(`${dev.simulators.dns}/_sim/records`, {
    method: 'PUT',
    body: JSON.stringify({ records }),
  });
  expect(answer.ok).toBe(true);
}

test('domains: added, failing until the records are set, then verified and the default', async ({ browser }) => {
  const name = `go${digits(8)}.example`;
  const { page } = await signedIn(browser, 'customer');
  await page.goto('/email/domain');
  await page.getByRole('button', { name: 'Add domain' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add domain' });
  await form.getByLabel('Domain').fill('gmail.com');
  await form.getByLabel('Email').uncheck();
  await form.getByLabel('Short links').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('gmail.com belongs to a mailbox provider')).toBeVisible();
  await form.getByLabel('Domain').fill(name);
  await form.getByRole('button', { name: 'Save' }).click();
  const heading = page.getByRole('heading', { name: new RegExp(name) });
  await expect(heading).toContainText('Pending');
  await expect(page.getByText('The record was not found').first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'domain light');
  await shot(page, 'domain-pending');
  await prefer(page, { dark: true });
  await expectReadable(page, 'domain dark');
  await shot(page, 'domain-dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'domain on a phone');
  await shot(page, 'domain-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  const proof = await page.getByText(/^herald-verification=/).textContent();
  await publish([`_herald.${name} TXT "${proof?.trim()}"`, `${name} CNAME go.herald.example.`]);
  await expect(async () => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(heading).toContainText('Verified', { timeout: 15_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText('Short links can use this domain.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Certificate' })).toContainText('Herald development authority');
  await shot(page, 'domain-verified');
  await page.getByRole('button', { name: 'Back to domains' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: 'Make default' }).click();
  await expect(row.getByText('Default', { exact: true })).toBeVisible();
});

test('email senders: the form shows an inbox and the days of a warm-up', async ({ browser }) => {
  const { page } = await signedIn(browser, 'customer');
  await page.goto('/email/sender');
  await page.getByRole('button', { name: 'Add sender' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add sender' });
  await form.getByLabel('Display name').fill('Summer Shop');
  await form.getByLabel('Before the @').fill('News');
  const inbox = form.getByRole('figure', { name: 'Preview in an inbox' });
  await expect(inbox).toContainText('Summer Shop');
  await expect(inbox).toContainText('news@');
  await form.getByRole('switch', { name: 'Warm-up' }).click();
  await expect(form.getByLabel('Emails on the first day')).toHaveValue('50');
  await expectAccessible(page, 'sender form');
  await shot(page, 'emailsender-form');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'sender form on a phone');
  await shot(page, 'emailsender-phone');
});
