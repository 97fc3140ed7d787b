import { createHash, createHmac, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { dev } from './dev';
import {
  ALONE,
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  prefer,
  signedIn,
  test,
} from './kit';
import { digits } from './unique';

/** A name of this run, so that a second run does not meet the first one's leftovers. */
const run = digits(8);

/** Sends a request that is signed with the app key, as a customer's program does. */
async function signed(key: string, secret: string, method: string, path: string, nonce = randomUUID()) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = createHash('sha256').update('').digest('hex');
  const text = [method, `/api${path}`, timestamp, nonce, body].join('\n');
  const response = await fetch(dev.api + path, {
    method,
    headers: {
      'X-Herald-Key': key,
      'X-Herald-Timestamp': timestamp,
      'X-Herald-Nonce': nonce,
      'X-Herald-Signature': createHmac('sha256', secret).update(text).digest('hex'),
    },
  });
  return (await response.json()) as { code: number };
}

test('a menu node is made, shown at once, moved, hidden and deleted', ALONE, async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  const title = `Guide ${run}`;
  await page.goto('/system/menu');
  await page.getByRole('button', { name: 'New entry' }).first().click();
  const form = page.getByRole('dialog');
  for (const language of ['简体中文', 'English', 'Português', '繁體中文']) {
    const tab = form.getByRole('tab', { name: language });
    await tab.click();
    await form.getByRole('tabpanel').getByRole('textbox').fill(title);
  }
  await form.getByLabel('Address').fill('nonsense');
  await form.getByLabel('Path').fill(`/guide-${run}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter an http or https address')).toBeVisible();
  await expectAccessible(page, 'the form of a node');
  await form.getByLabel('Address').fill('https://example.com/guide');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('navigation').getByText(title)).toBeVisible();

  await page.getByRole('tree').getByText(title).click();
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect(page.getByRole('button', { name: 'Move down' })).toBeEnabled();
  await expectAccessible(page, 'the menu');
  await prefer(page, { dark: true });
  await expectReadable(page, 'the menu, dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'the menu on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('tree').getByText(title)).toHaveCount(0);
  await expect(page.getByRole('navigation').getByText(title)).toHaveCount(0);
  expect(complaints.filter((c) => !/status of 400/.test(c))).toEqual([]);
  await close();
});

test('the audit log tells who changed what, with before and after', async ({ browser }) => {
  const admin = await actor('admin');
  const code = `log${run}`;
  const role = { code, name: 'Before', types: [1], permissions: ['lop:config:read'] };
  await admin('POST', '/system/role', role);
  await admin('PUT', '/system/role', { ...role, name: 'After' });
  await admin('DELETE', `/system/role/${code}`);
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto(`/system/audit?object=${code}`);
  await expect(page.getByRole('row')).toHaveCount(4); // head, and three changes
  await page
    .getByRole('row', { name: /changed a role: After/ })
    .getByRole('button', { name: 'View' })
    .click();
  const entry = page.getByRole('dialog');
  await expect(entry.getByRole('row', { name: /^Name / })).toContainText('Before');
  await expect(entry.getByRole('row', { name: /^Name / })).toContainText('After');
  await expect(entry.getByText(`PUT /api/system/role`)).toBeHidden();
  await entry.getByText('Technical details').click();
  await expect(entry.getByText(`PUT /api/system/role`)).toBeVisible();
  await expectAccessible(page, 'a line of the log');
  await prefer(page, { dark: true });
  await expectReadable(page, 'a line of the log, dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'a line of the log on a phone');
  expect(complaints).toEqual([]);
  await close();
});

test('a customer replaces the app key that staff granted, is told its secret once, and a program signs with it', async ({
  browser,
}) => {
  const { api } = await newCustomer(0);
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/account/profile');
  const panel = page.getByRole('region', { name: 'App key' });
  await expect(panel.getByText('We create your first key')).toBeVisible();
  const me = await api<{ userId: string }>('GET', '/pi/personal/info');
  const staff = await actor('admin');
  await staff('PUT', `/aty/customerinfo/gen/appkey/security/${me.userId}`);
  await page.reload();
  await panel.getByRole('button', { name: 'Create a new key' }).click();
  await page
    .getByRole('dialog', { name: 'Create a new key?' })
    .getByRole('button', { name: 'Create a new key' })
    .click();
  await expect(panel.getByText('Save the secret now')).toBeVisible();
  const [key, secret] = await panel.locator('code').allInnerTexts();
  await expectAccessible(page, 'the panel of an app key');
  await panel.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(panel.getByText(secret as string)).toHaveCount(0);

  const list = '/gc/groupsendorder/page?size=1';
  const nonce = randomUUID();
  expect((await signed(key as string, secret as string, 'GET', list, nonce)).code).toBe(200);
  expect((await signed(key as string, secret as string, 'GET', list, nonce)).code).toBe(40115);
  expect((await signed(key as string, 'another secret', 'GET', list)).code).toBe(40114);
  expect((await signed(key as string, secret as string, 'GET', '/oauth/getUser')).code).toBe(403);
  expect(complaints).toEqual([]);
  await close();
});
