import { expect } from '@playwright/test';
import { dev } from './dev';
import {
  ALONE,
  type Api,
  actor,
  caller,
  expectAccessible,
  expectNoSideScroll,
  layoutShift,
  signedIn,
  test,
  watchLayoutShift,
} from './kit';
import { looks, PHONE, shot } from './looks';
import { digits, unique } from './unique';

/** The queue whose messages this test gives up, and their task, which finds nothing to export and ends. */
const QUEUE = 'file';
const TASK = 'export';

type Group = { group: string; queue: string; task: string; error: string; count: number };

/** The dead letters of the task whose error is not known. */
async function groupOf(admin: Api): Promise<Group | undefined> {
  const { groups } = await admin<{ groups: Group[] }>('GET', '/system/deadletter');
  return groups.find((g) => g.queue === QUEUE && g.task === TASK && !g.error);
}

/** Puts messages where SQS puts what a queue gave up, and lists them. */
async function bury(admin: Api, n: number) {
  const before = await groupOf(admin);
  if (before)
    await admin('POST', '/system/deadletter/discard', { queue: QUEUE, group: before.group, reason: 'a test' });
  for (let i = 0; i < n; i++) {
    const answer = await fetch(dev.cloud.endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': 'AmazonSQS.SendMessage',
        Authorization:
          'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
      },
      body: JSON.stringify({
        QueueUrl: `${dev.cloud.endpoint}/000000000000/herald-${QUEUE}-dead`,
        MessageBody: JSON.stringify({ k: TASK, b: { id: `none${digits(8)}` } }),
      }),
    });
    expect(answer.ok, await answer.text()).toBe(true);
  }
  const listed = async () => {
    await admin('POST', '/system/deadletter/collect');
    return (await groupOf(admin))?.count ?? 0;
  };
  await expect.poll(listed).toBe(n);
}

/** The walk judges every page in all themes and widths; here what it does not open is judged for axe, and for eyes where they are asked for. */
const judge = process.env.HERALD_SHOTS ? looks : expectAccessible;

/** Staff who may look at the operations and change nothing. */
async function reader(admin: Api): Promise<Api> {
  const login = { username: `reader.${digits(6)}`, password: 'Green-Kettle-70' };
  await admin('POST', '/sysuser', { ...login, name: unique('Reader'), roles: ['operations'] });
  return caller(login);
}

test('the operations page tells whether all is well, and has the figures of each part', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await watchLayoutShift(page);
  await page.goto('/system/operation');
  const state = page.getByRole('region', { name: 'Overall status' });
  await expect(state.getByRole('status')).toHaveText(/All is well|Running, with|urgent problem/);
  await expect(page.getByTestId('operation-waiting')).toContainText(/\d/);
  await expect(page.getByTestId('operation-scheduler')).toContainText('On time');
  await expect(page.getByTestId('operation-senders')).toContainText(/\d+ of \d+/);
  if (dev.cloud.endpoint) await expect(page.getByTestId('operation-receipts')).toContainText('Not measured here');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await judge(page, 'operations-overview');

  // It asks again by itself, and stops when it is paused.
  const updated = page.getByTestId('operation-updated');
  const before = (await updated.textContent()) ?? '';
  await expect(updated).not.toHaveText(before);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(updated).toContainText('Paused, figures from');
  await page.getByRole('button', { name: 'Resume' }).click();

  const parts = page.getByRole('radiogroup', { name: 'Parts of the page' });
  for (const [part, region] of [
    ['Queues and scheduler', 'Scheduler'],
    ['Senders and providers', 'Senders'],
    ['Load', 'Load by module'],
    ['Dead letters', 'Dead letters by error'],
  ] as const) {
    await parts.getByText(part, { exact: true }).click();
    await expect(page.getByRole('region', { name: region, exact: true }).first()).toBeVisible();
    await judge(page, `operations-${part.replaceAll(' ', '-').toLowerCase()}`);
  }
  expect(complaints).toEqual([]);
  await close();
});

test('dead letters are sent again and discarded; who may only look cannot', async ({ browser }) => {
  test.skip(!dev.cloud.endpoint, 'PostgreSQL has no queue that a test can reach; the tests of pgqueue bury there');
  const admin = await actor('admin');
  await bury(admin, 3);

  const other = await signedIn(browser, await reader(admin));
  await other.page.goto('/system/operation?part=dead');
  await other.page
    .getByRole('row', { name: /Unknown error export/ })
    .getByRole('link')
    .click();
  await expect(other.page.getByText('You can look at them only.', { exact: false })).toBeVisible();
  await expect(other.page.getByRole('button', { name: /Send \d+ again|Discard/ })).toHaveCount(0);
  await expect(other.page.getByRole('checkbox')).toHaveCount(0);
  expect(other.complaints).toEqual([]);
  await other.close();

  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/system/operation?part=dead');
  await page
    .getByRole('row', { name: /Unknown error export/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('button', { name: 'Send 3 again' })).toBeVisible();
  await judge(page, 'operations-dead-group');
  await page.getByRole('checkbox', { name: 'Select row 1' }).check();
  await page.getByRole('button', { name: 'Send 1 again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Send 1 message again?');
  await expect(dialog).toContainText('You can’t call them back');
  await expectAccessible(page, 'redrive');
  await shot(page, 'operations-redrive');
  await dialog.getByRole('button', { name: 'Send 1 again' }).click();
  await expect(dialog).toContainText('1 message was sent again.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Discard 2' }).click();
  await expect(dialog).toContainText('There is no undo.');
  await dialog.getByRole('button', { name: 'Discard 2' }).click();
  await expect(dialog.getByText('Reason is required', { exact: false })).toBeVisible();
  await dialog.getByLabel('Reason').fill('a test');
  await expectAccessible(page, 'discard');
  await shot(page, 'operations-discard');
  await dialog.getByRole('button', { name: 'Discard 2' }).click();
  await expect(dialog).toContainText('2 messages were discarded.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('This group has no dead letters any more.')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test(
  'what staff announce is on the status page, for visitors too, and above every page',
  ALONE,
  async ({ browser }) => {
    const title = unique('SMS is late');
    const { page, complaints, close } = await signedIn(browser, 'admin');
    await page.goto('/status');
    await page.getByRole('button', { name: 'Announce an incident' }).click();
    const form = page.getByRole('dialog', { name: 'Announce an incident' });
    const update = page.getByRole('dialog', { name: /^Update: / });
    await form.getByText('Delayed or partly affected').click();
    await form.getByRole('checkbox', { name: 'SMS' }).check();
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(form.getByText('Enter the English Title', { exact: false })).toBeVisible();
    const texts = form.getByRole('textbox', { name: /English/ });
    await texts.first().fill(title);
    await texts.nth(1).fill('A provider is slow. We send as it allows.');
    await expectAccessible(page, 'incident form');
    await shot(page, 'status-form');
    await form.getByRole('button', { name: 'Publish' }).click();
    const incident = page.getByRole('article', { name: title });
    await expect(incident).toContainText('ongoing');
    await incident.getByRole('button', { name: 'Add update' }).click();
    await update.getByRole('textbox', { name: /English/ }).fill('It recovers.');
    await update.getByRole('button', { name: 'Publish' }).click();
    await expect(incident.getByRole('list', { name: 'Updates' })).toContainText('It recovers.');
    await judge(page, 'status-staff');

    // A visitor sees it without signing in, and reaches the days by keyboard.
    const visitor = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
    const seen = await visitor.newPage();
    await seen.goto('/status');
    await expect(seen.getByRole('article', { name: title })).toContainText('It recovers.');
    await expect(seen.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    const days = seen.getByRole('slider', { name: 'SMS sending: the last 90 days' });
    await expect(days).toHaveAttribute('aria-valuetext', /: Delayed or partly affected$/);
    await days.focus();
    await seen.keyboard.press('Home');
    await expect(days).toHaveAttribute('aria-valuenow', '1');
    await judge(seen, 'status-public');
    await visitor.close();

    // Above the pages of a customer, until it is over.
    const customer = await signedIn(browser, 'customer', {}, PHONE);
    await customer.page.goto('/welcome');
    const banner = customer.page.getByRole('region', { name: 'Service status' });
    await expect(banner).toContainText(title);
    await expectNoSideScroll(customer.page, 'banner on a phone');
    await shot(customer.page, 'status-banner-phone');
    await banner.getByRole('link', { name: 'See the status' }).click();
    await expect(customer.page.getByRole('article', { name: title })).toBeVisible();
    await expect(customer.page.getByRole('button', { name: 'Add update' })).toHaveCount(0);
    expect(customer.complaints).toEqual([]);
    await customer.close();

    await incident.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(incident).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Service status' })).toHaveCount(0);
    expect(complaints).toEqual([]);
    await close();
  },
);
