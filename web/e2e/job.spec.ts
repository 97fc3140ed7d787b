import { type Browser, expect, type Page, test } from '@playwright/test';
import { dev } from './dev';
import { expectAccessible, signedIn } from './kit';

/** Numbers of Brazil's plan that the simulator delivers and reads, and rows that an import refuses or counts as duplicates. */
function file(seed: number): { text: string; good: number } {
  const good = Array.from(
    { length: 6 },
    (_, i) => `55119${String(70000000 + ((seed * 10 + i) % 9999999) * 1).padStart(8, '0')}`,
  );
  return { text: [...good, good[0], '5511', '14155550100', 'abc'].join('\n'), good: good.length };
}

const name = (what: string) => `${what} ${Date.now() % 1_000_000}`;

async function importCollection(page: Page, collection: string) {
  const { text, good } = file(Date.now() % 1_000_000);
  await page.getByRole('menuitem', { name: 'Contact collections' }).click();
  await page.getByRole('button', { name: 'New collection' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(collection);
  await form.getByLabel('Country').fill('brazil');
  await page.getByTitle('Brazil +55').click();
  await form.getByRole('button', { name: 'Create and import' }).click();
  const load = page.getByRole('dialog', { name: `Import into “${collection}”` });
  await load
    .locator('input[type=file]')
    .setInputFiles({ name: 'contacts.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(load.getByText(`${good} numbers imported`)).toBeVisible({ timeout: 60_000 });
  await expect(load.getByRole('row')).toHaveCount(1 + 3); // the heading and the three refused rows
  await expect(load.getByRole('link', { name: 'Download all refused rows' })).toBeVisible();
  await expectAccessible(page, 'import result');
  await load.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: new RegExp(collection) })).toContainText(String(good));
  return good;
}

async function placeOrder(page: Page, collection: string, order: string) {
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Order name').fill(order);
  await form.getByLabel('Contact collection').fill(collection);
  await page.locator('.ant-select-item-option', { hasText: collection }).click();
  await form.getByRole('textbox', { name: 'Text' }).fill('Olá {name}, *hoje* é o dia');
  await form.getByLabel('Content of name').fill('amiga');
  await expect(form.getByRole('figure')).toContainText('Olá amiga, hoje é o dia');
  await expect(form.getByTestId('estimated-cost')).toHaveText(/^[\d,]+\.\d\d$/);
  await expectAccessible(page, 'order form');
  await form.getByRole('button', { name: 'Order', exact: true }).click();
  const ask = page.getByRole('dialog', { name: /Order a send to 6 recipients/ });
  await expect(ask).toContainText('credit are reserved now');
  await ask.getByRole('button', { name: 'Order' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(`${order}.*Under review`) })).toBeVisible();
}

async function judge(browser: Browser, url: string, how: (page: Page) => Promise<void>) {
  const admin = await signedIn(browser, 'admin');
  await admin.page.goto(url);
  await how(admin.page);
  expect(admin.complaints).toEqual([]);
  await admin.close();
}

test('the main job: import, order, review, live progress', async ({ browser }) => {
  const collection = name('Job');
  const order = name('Sale');
  const customer = await signedIn(browser, 'customer');
  const { page } = customer;
  await page.goto('/');
  const good = await importCollection(page, collection);
  await placeOrder(page, collection, order);
  await expect(page.getByRole('img', { name: 'Live updates are on' })).toBeVisible();

  await judge(browser, page.url(), async (admin) => {
    await admin.getByRole('button', { name: 'Pass' }).click();
    const ask = admin.getByRole('dialog', { name: 'Pass this order?' });
    await expect(ask).toContainText(`Sending to ${good} recipients`);
    await ask.getByRole('button', { name: 'Pass' }).click();
    await expect(admin.getByText('The order was passed')).toBeVisible();
  });

  // The customer's page is not touched: what changes comes by itself.
  await expect(page.getByTestId('count-toSend')).toContainText(/^To be sent0/, { timeout: 60_000 });
  const counts = async () => {
    const figures = await Promise.all(
      ['arrived', 'read'].map((s) => page.getByTestId(`count-${s}`).locator('dd').nth(1).textContent()),
    );
    return figures.reduce((sum, n) => sum + Number(n), 0);
  };
  await expect.poll(counts, { timeout: 60_000 }).toBe(good);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(good));
  await expect(page.getByRole('heading', { name: new RegExp(`${order}.*(Settling|Completed)`) })).toBeVisible();
  await page.getByRole('region', { name: 'Recipients' }).first().getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('cell', { name: /^(Arrived|Read)$/ })).toHaveCount(good);
  await expectAccessible(page, 'order detail');
  expect(customer.complaints).toEqual([]);
  await customer.close();
});

test('a refused order comes back with its reason and its credit', async ({ browser }) => {
  const order = name('Refused');
  const customer = await signedIn(browser, 'customer');
  const { page } = customer;
  const api = async (method: string, path: string, body?: object) => {
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').state.token);
    const response = await fetch(dev.api + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: body && JSON.stringify(body),
    });
    return (await response.json()).data;
  };
  await page.goto('/');
  const group = (await api('GET', '/aty/contactsgroup/page?size=100')).records.find(
    (g: { memberCount: number }) => g.memberCount > 0,
  );
  const made = await api('POST', '/gc/groupsendorder', {
    name: order,
    groupId: group.id,
    countryCode: group.countryCode,
    channel: 'whatsapp',
    message: { type: 'text', text: 'hello' },
  });
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  await page.getByRole('link', { name: order }).click();
  await expect(page.getByRole('heading', { name: new RegExp(order) })).toContainText('Under review');
  await judge(browser, `${new URL(page.url()).pathname}?id=${made.id}`, async (admin) => {
    await admin.getByRole('button', { name: 'Refuse' }).click();
    const ask = admin.getByRole('dialog', { name: 'Refuse this order?' });
    await ask.getByRole('button', { name: 'Refuse' }).click();
    await expect(ask.getByText('Write why it is refused')).toBeVisible();
    await ask.getByLabel('Reason').fill('Not for this country');
    await expectAccessible(admin, 'refusal');
    await ask.getByRole('button', { name: 'Refuse' }).click();
    await expect(admin.getByText('The order was refused')).toBeVisible();
  });
  await expect(page.getByRole('heading', { name: new RegExp(order) })).toContainText('Refused');
  await expect(page.getByText('Not for this country')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The order was deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: order })).toHaveCount(0);
  expect(customer.complaints).toEqual([]);
  await customer.close();
});
