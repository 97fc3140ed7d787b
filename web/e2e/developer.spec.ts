import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { dev } from './dev';
import {
  type Api,
  actor,
  contactList,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  prefer,
  signedIn,
  test,
} from './kit';

const run = promisify(execFile);
const FOLDER = path.join(import.meta.dirname, '../src/features/developer/examples');

/** How a reader runs each example. */
const EXAMPLES: [command: string, ...args: string[]][] = [
  ['sh', 'herald.sh'],
  ['go', 'run', 'herald.go'],
  ['node', 'herald.mjs'],
  ['python3', 'herald.py'],
];

/** Creates an app key for a customer, as staff do. */
async function grantKey(api: Api) {
  const { userId } = await api<{ userId: string }>('GET', '/pi/personal/info');
  const staff = await actor('admin');
  return staff<{ appKey: string; appSecret: string }>('PUT', `/aty/customerinfo/gen/appkey/security/${userId}`);
}

for (const [command, ...args] of EXAMPLES) {
  test(`the example ${args.at(-1)} estimates and places an order, and reads its state`, async () => {
    const { api } = await newCustomer(1_000);
    const { appKey, appSecret } = await grantKey(api);
    const list = await contactList(api, 'Developers', 3);
    const env = {
      ...process.env,
      HERALD_URL: dev.api.replace(/\/api$/, ''),
      HERALD_KEY: appKey,
      HERALD_SECRET: appSecret,
      HERALD_LIST: list,
    };
    const { stdout } = await run(command, args, { cwd: FOLDER, env });
    const [, cost, id, status] = stdout.match(/^cost ([\d.]+)\norder (\w+)\nstatus (\d+)\n$/) ?? [];
    expect(Number(status), stdout).toBeGreaterThanOrEqual(0);
    const order = await api<{ groupId: string; estimatedCost: number; total: number }>(
      'GET',
      `/gc/groupsendorder/${id}`,
    );
    expect(order).toMatchObject({ groupId: list, estimatedCost: Number(cost), total: 3 });

    const wrong = run(command, args, { cwd: FOLDER, env: { ...env, HERALD_SECRET: 'another' } });
    await expect(wrong).rejects.toMatchObject({ stderr: expect.stringContaining('40114') });
  });
}

test('the page of developers has the own key and address, and copies an example', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { appKey, appSecret } = await grantKey(api);
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/account/api');
  await expect(page.getByRole('heading', { name: 'API', exact: true })).toBeVisible();
  const setup = page.getByRole('region', { name: 'Before you start' });
  await expect(setup.getByText(`HERALD_URL=${new URL(dev.url).origin}`)).toBeVisible();
  await expect(setup.getByText(`HERALD_KEY=${appKey}`)).toBeVisible();
  await expect(page.getByText(appSecret)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open the OpenAPI document' })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );
  const examples = page.getByRole('region', { name: 'Examples' });
  for (const [tab, text] of [
    ['Go', 'package main'],
    ['JavaScript', 'randomUUID'],
    ['Python', 'import hashlib'],
    ['curl', '#!/bin/sh'],
  ] as const) {
    await examples.getByRole('tab', { name: tab }).click();
    await expect(examples.getByRole('tabpanel').getByText(text).first()).toBeVisible();
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await setup.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`HERALD_KEY=${appKey}`);
  await page.getByRole('region', { name: 'Endpoints' }).getByText('/gc/groupsendorder', { exact: true }).click();
  await expect(page.getByText('Order a bulk send')).toBeVisible();
  await expectAccessible(page, 'the page of developers');
  await prefer(page, { dark: true });
  await expectReadable(page, 'the page of developers, dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'the page of developers on a phone');
  expect(complaints).toEqual([]);
  await close();
});
