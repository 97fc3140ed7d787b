import { type Browser, expect, type Page } from '@playwright/test';
import {
  type Api,
  actor,
  byMenu,
  contactList,
  expectAccessible,
  nav,
  newCustomer,
  openPart,
  pickOption,
  signedIn,
  test,
} from './kit';
import { digits, unique } from './unique';

/** Numbers of Brazil's plan that the simulator delivers and reads, and rows that an import refuses or counts as duplicates. */
function file(seed: number): { text: string; good: number } {
  const good = Array.from(
    { length: 6 },
    // The last two digits say nothing to the simulator.
    (_, i) => `55119${String(70_000_000 + ((seed * 100 + 11 + i) % 10_000_000)).padStart(8, '0')}`,
  );
  const rows = [...good, good[0], '5511', '14155550100', 'abc'].map((n) => `${n},Bia`);
  return { text: ['phoneNumber,name', ...rows].join('\n'), good: good.length };
}

async function importCollection(page: Page, collection: string) {
  const { text, good } = file(Number(digits(6)));
  await byMenu(page, 'Audience', 'Contact lists');
  await page.getByRole('button', { name: 'New contact list' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(collection);
  await form.getByLabel('Country').fill('brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByRole('button', { name: 'Create and import' }).click();
  const load = page.getByRole('dialog', { name: `Import into “${collection}”` });
  await load
    .locator('input[type=file]')
    .setInputFiles({ name: 'contacts.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(load.getByText(`${good} numbers imported`)).toBeVisible({ timeout: 60_000 });
  await expect(load.getByRole('row')).toHaveCount(1 + 3); // the heading and the three refused rows
  await expect(load.getByRole('link', { name: 'Refused rows as xlsx' })).toBeVisible();
  await expectAccessible(page, 'import result');
  await load.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: new RegExp(collection) })).toContainText(String(good));
  return good;
}

async function placeOrder(page: Page, collection: string, order: string) {
  await nav(page).getByRole('link', { name: 'Bulk sends', exact: true }).click();
  await page.getByRole('button', { name: 'New order' }).first().click();
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Order name').fill(order);
  await form.getByLabel('Contact list', { exact: true }).fill(collection);
  await pickOption(page.locator('.ant-select-item-option', { hasText: collection }));
  await form.getByRole('textbox', { name: 'Text' }).fill('Olá {name}, *hoje* é o dia');
  await form.getByLabel('Value of name').fill('amiga');
  // A recipient with a name in the collection sees it; the preview steps from recipient to recipient.
  await expect(form.getByRole('figure')).toContainText('Olá Bia, hoje é o dia');
  const through = form.getByRole('region', { name: 'Preview by recipient' });
  await expect(through).toContainText('1 of 6');
  await through.getByRole('button', { name: 'Next recipient' }).click();
  await expect(through).toContainText('2 of 6');
  await expect(form.getByTestId('estimated-cost')).toHaveText(/^[\d,]+\.\d\d credits$/);
  await expectAccessible(page, 'order form');
  await form.getByRole('button', { name: 'Place order' }).click();
  const ask = page.getByRole('dialog', { name: /Send to 6 recipients/ });
  await expect(ask).toContainText('charge only messages that are sent');
  await ask.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(`${order}.*Under review`) })).toBeVisible();
}

/** Orders a text to a list of its own. */
async function order(api: Api, title: string, more: object = {}) {
  const groupId = await contactList(api, title, 3);
  const message = { type: 'text', text: 'hello' };
  const request = { name: title, groupId, countryCode: 'BR', channel: 'whatsapp', message };
  return api<{ id: string }>('POST', '/gc/groupsendorder', { ...request, ...more });
}

async function judge(browser: Browser, url: string, how: (page: Page) => Promise<void>) {
  const admin = await signedIn(browser, 'admin');
  await admin.page.goto(url);
  await how(admin.page);
  expect(admin.complaints).toEqual([]);
  await admin.close();
}

test('the main job: import, order, review, live progress', async ({ browser }) => {
  const collection = unique('Job');
  const title = unique('Sale');
  const { api } = await newCustomer(1_000);
  const customer = await signedIn(browser, api);
  const { page } = customer;
  await page.goto('/');
  const good = await importCollection(page, collection);
  await placeOrder(page, collection, title);
  await expect(page.getByRole('img', { name: 'Live updates are on' })).toBeVisible();

  await judge(browser, page.url(), async (admin) => {
    await admin.getByRole('button', { name: 'Approve' }).click();
    const ask = admin.getByRole('dialog', { name: 'Approve this order?' });
    await expect(ask).toContainText(`Sending to ${good} recipients`);
    await ask.getByRole('button', { name: 'Approve' }).click();
    await expect(admin.getByText('The order was approved')).toBeVisible();
  });

  // The customer's page is not touched: what changes comes by itself.
  await openPart(page, 'Recipients');
  await expect(page.getByTestId('count-toSend')).toContainText(/^To be sent0/, { timeout: 60_000 });
  const counts = async () => {
    const figures = await Promise.all(
      ['arrived', 'read'].map((s) => page.getByTestId(`count-${s}`).locator('dd').nth(1).textContent()),
    );
    return figures.reduce((sum, n) => sum + Number(n), 0);
  };
  await expect.poll(counts, { timeout: 60_000 }).toBe(good);
  await expect(page.getByRole('heading', { name: new RegExp(`${title}.*(Settling|Completed)`) })).toBeVisible();
  await page.getByRole('region', { name: 'Recipients' }).first().getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('cell', { name: /^(Delivered|Read)$/ })).toHaveCount(good);
  await expectAccessible(page, 'recipients of an order');
  await openPart(page, 'Message');
  await expectAccessible(page, 'message of an order');
  await openPart(page, 'Activity');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Approved');
  await openPart(page, 'Overview');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(good));
  await expectAccessible(page, 'order detail');
  expect(customer.complaints).toEqual([]);
  await customer.close();
});

test('a refused order comes back with its reason and its credit', async ({ browser }) => {
  const title = unique('Judged');
  const { api } = await newCustomer(1_000);
  const customer = await signedIn(browser, api);
  const { page } = customer;
  await page.goto('/');
  const made = await order(api, title);
  await nav(page).getByRole('link', { name: 'Bulk sends', exact: true }).click();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: new RegExp(title) })).toContainText('Under review');
  await judge(browser, `${new URL(page.url()).pathname}?id=${made.id}`, async (admin) => {
    await admin.getByRole('button', { name: 'Refuse' }).click();
    const ask = admin.getByRole('dialog', { name: 'Refuse this order?' });
    await ask.getByRole('button', { name: 'Refuse' }).click();
    await expect(ask.getByText('Enter a reason')).toBeVisible();
    await ask.getByRole('textbox', { name: 'Reason' }).fill('Not for this country');
    await expectAccessible(admin, 'refusal');
    await ask.getByRole('button', { name: 'Refuse' }).click();
    await expect(admin.getByText('The order was refused')).toBeVisible();
  });
  await expect(page.getByRole('heading', { name: new RegExp(title) })).toContainText('Refused');
  await expect(page.getByRole('alert').filter({ hasText: 'Not for this country' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Not for this country');
  // The page itself says it, so no notice lies over it; and the header has the credit that came back.
  await expect(page.locator('.ant-notification-notice')).toHaveCount(0);
  const header = page.getByRole('button', { name: /^Credit: / });
  const lacks = async () => {
    const { balance } = await api<{ balance: number }>('GET', '/pi/personal/info');
    const shown = (await header.getAttribute('aria-label')) ?? '';
    return Math.round(balance * 100) - Number(shown.replace(/[^\d]/g, ''));
  };
  await expect.poll(lacks).toBe(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The order was deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  expect(customer.complaints).toEqual([]);
  await customer.close();
});

test('a waiting order pauses, goes on and is cancelled', async ({ browser }) => {
  const title = unique('Later');
  const { api } = await newCustomer(1_000);
  const admin = await actor('admin');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = await order(api, title, { startTime: tomorrow });
  await admin('PUT', '/gc/groupsendorder/review', { ids: [id], pass: true });
  const before = await api<{ balance: number; reserved: number }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/order');
  await page.getByRole('link', { name: title }).click();
  const heading = page.getByRole('heading', { name: new RegExp(title) });
  await expect(heading).toContainText('Waiting to start');
  const act = async (button: string, text: RegExp) => {
    await page.getByRole('button', { name: button }).click();
    const ask = page.getByRole('dialog');
    await expect(ask).toContainText(text);
    await ask.getByRole('button', { name: button }).click();
    await expect(ask).toHaveCount(0);
  };
  await act('Pause', /Sending stops within 2 seconds/);
  await expect(heading).toContainText('Paused');
  await act('Resume', /Sending resumes where it stopped/);
  await expect(heading).toContainText('Waiting to start');
  await act('Cancel order', /reserved [\d.,]+ credits are released/);
  await expect(heading).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  const after = await api<{ balance: number; reserved: number }>('GET', '/pi/personal/info');
  expect(after.balance + after.reserved).toBeCloseTo(before.balance + before.reserved, 2);
  expect(after.balance).toBeGreaterThan(before.balance);
  expect(complaints).toEqual([]);
  await close();
});
