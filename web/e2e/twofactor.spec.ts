import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import { dev } from './dev';
import { newCustomer, test } from './kit';
import { looks } from './looks';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a secret in the period of 30 seconds that is so many periods ahead (RFC 6238). */
function codeOf(secret: string, ahead = 0): string {
  const bits = [...secret].map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((b) => Number.parseInt(b, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac('sha1', key).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('a user with two-factor sign-in needs the password and a code', async ({ page }) => {
  const { api, login } = await newCustomer(0);
  const { secret } = await api<{ secret: string }>('POST', '/oauth/twofactor/start', { password: login.password });
  const { codes } = await api<{ codes: string[] }>('PUT', '/oauth/twofactor/confirm', { code: codeOf(secret) });
  expect(codes).toHaveLength(10);

  const password = async () => {
    await page.goto('/user/login');
    await page.getByLabel('Account or phone number').fill(login.username);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await password();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'wrong or was already used' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] as string);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');

  await page.evaluate(() => localStorage.removeItem('session'));
  await password();
  // The code of the running period may have been used above; that of the next one is taken, too.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
});

/** The link of the first email to an address, once it is there. */
async function linkTo(address: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const found = await fetch(`${dev.inbox}messages?q=${encodeURIComponent(address)}`);
      const [first] = ((await found.json()) as { messages: { id: string }[] }).messages;
      if (!first) return '';
      const whole = await fetch(`${dev.inbox}messages/${first.id}`);
      link = JSON.stringify(await whole.json()).match(/https?:[^"\s\\<>]+\/user\/reset#[\w.-]+/)?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

test('a forgotten password is replaced by a link from an email, once', async ({ page }) => {
  const { login } = await newCustomer(0);
  await page.goto('/user/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await looks(page, 'forgotten password');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Account or phone number is required')).toBeVisible();
  await page.getByLabel('Account or phone number').fill(login.username);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await linkTo(`t${login.username}@herald.test`);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await looks(page, 'new password');
  const password = 'Green-Lantern-52';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill('another');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('don’t match')).toBeVisible();
  await page.getByLabel('Repeat the new password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Account or phone number').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');

  await page.goto('/user/login');
  await page.goto(link);
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill('Amber-Window-88');
  await page.getByLabel('Repeat the new password').fill('Amber-Window-88');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /link/ })).toBeVisible();
});
