import { expect } from '@playwright/test';
import { dev } from './dev';
import { type Api, actor, newCustomer, openPart, pickOption, rowAct, signedIn, test } from './kit';
import { looks } from './looks';
import { digits } from './unique';

const stamp = () => digits(8);

/** Two seconds of a tone as a wav file: 8,000 samples a second of 16 bits. */
function wav(): Blob {
  const samples = 16_000;
  const out = new DataView(new ArrayBuffer(44 + samples * 2));
  const text = (at: number, s: string) => Array.from(s, (c, i) => out.setUint8(at + i, c.charCodeAt(0)));
  text(0, 'RIFF');
  out.setUint32(4, 36 + samples * 2, true);
  text(8, 'WAVEfmt ');
  out.setUint32(16, 16, true);
  out.setUint16(20, 1, true);
  out.setUint16(22, 1, true);
  out.setUint32(24, 8_000, true);
  out.setUint32(28, 16_000, true);
  out.setUint16(32, 2, true);
  out.setUint16(34, 16, true);
  text(36, 'data');
  out.setUint32(40, samples * 2, true);
  for (let i = 0; i < samples; i++) out.setInt16(44 + i * 2, Math.sin(i / 5) * 12_000 * ((i % 4_000) / 4_000), true);
  return new Blob([out]);
}

async function recording(api: Api, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', wav(), 'offer.wav');
  const headers = { Authorization: `Bearer ${api.session.token}` };
  const sent = await fetch(`${dev.api}/uf/uploadfile?kind=audio`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const wish = { name, fileId: data.id, language: 'id-ID', content: 'Halo, ini penawaran khusus.' };
  const { id } = await api<{ id: string }>('POST', '/call/recording', wish);
  return id;
}

/** Numbers of Indonesia; the last two digits tell the provider what becomes of the call. */
const ENDS = ['01', '02', '26', '49', '50', '51', '52', '53'] as const;

async function collection(api: Api, name: string): Promise<string> {
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'ID' });
  const base = `62812${digits(5)}`;
  await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers: ENDS.map((end) => `${base}${end}`) });
  return id;
}

test('a recording is played to a collection: ordered, reviewed, called, and told by outcomes', async ({ browser }) => {
  test.setTimeout(300_000);
  const run = stamp();
  const title = `Offer ${run}`;
  const { api } = await newCustomer(5_000);
  await collection(api, `Jakarta ${run}`);
  await recording(api, `Sound ${run}`);
  const customer = await signedIn(browser, api);
  const { page } = customer;

  await page.goto('/call/order');
  await expect(page.getByText('No calls yet.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'New calls' }).first().click();
  const form = page.getByRole('dialog', { name: 'New calls' });
  await form.getByRole('button', { name: 'Place order' }).click();
  await expect(form.getByText('Order name is required')).toBeVisible();
  await expect(form.getByText('Recording is required')).toBeVisible();
  await form.getByLabel('Order name').fill(title);
  await form.getByLabel('Contact list', { exact: true }).fill(run);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `Jakarta ${run}` }));
  await form.getByLabel('Recording', { exact: true }).fill(run);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `Sound ${run}` }));
  await expect(form.getByText('Halo, ini penawaran khusus.')).toBeVisible();
  await expect(form.getByTestId('estimated-cost')).toContainText(/\d/);

  // Each key or word must be unique.
  await form.getByText('Interactive', { exact: true }).click();
  await expect(form.getByText('Complete the intents to see the cost.')).toBeVisible();
  await form.getByLabel('Key or word 1').fill('1');
  await form.getByLabel('Meaning 1').fill('Interested');
  await form.getByRole('button', { name: 'Add an intent' }).click();
  await form.getByLabel('Key or word 2').fill('1');
  await form.getByLabel('Meaning 2').fill('Not now');
  await expect(form.getByText('This key or word is already used').first()).toBeVisible();
  await form.getByLabel('Key or word 2').fill('2');
  await expect(form.getByText('This key or word is already used')).toHaveCount(0);
  await expect(form.getByTestId('estimated-cost')).toContainText(/\d/);
  await form.getByText('A number of hours').click();
  await form.getByLabel('Hours', { exact: true }).fill('24');
  await looks(page, 'call-form');
  await form.getByRole('button', { name: 'Place order' }).click();
  const ask = page.getByRole('dialog', { name: `Call ${ENDS.length} recipients?` });
  await expect(ask).toContainText('by the started minute');
  await ask.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${title} Under review`);

  // A reviewer hears it first.
  const admin = await signedIn(browser, 'admin');
  await admin.page.goto('/call/order?status=1');
  await admin.page.getByRole('link', { name: title }).click();
  const heard = admin.page.getByRole('region', { name: 'Call flow' });
  await expect(heard).toContainText('Interested');
  await heard.getByRole('button', { name: 'Play' }).click();
  await expect(heard.getByText('0:02 / 0:02').or(heard.getByRole('button', { name: 'Pause' }))).toBeVisible();
  await expect(admin.page.getByRole('region', { name: 'Audience' })).toContainText('Indonesia');
  await looks(admin.page, 'call-review');
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.page.getByText('The order was approved')).toBeVisible();

  // The customer's page is not touched: what changes comes by itself.
  await expect(page.getByTestId('outcome-human')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Settling|Completed/, { timeout: 120_000 });
  const outcomes = page.getByRole('region', { name: 'Outcomes' }).first();
  await expect(page.getByTestId('outcome-machine')).toContainText(/^By a machine1/);
  await expect(page.getByTestId('outcome-busy')).toContainText(/^Busy1/);
  await expect(page.getByTestId('outcome-noAnswer')).toContainText(/^No answer1/);
  await expect(page.getByTestId('outcome-Interested')).toContainText(/^Interested1/);
  await expect(page.getByTestId('outcome-Not now')).toContainText(/^Not now1/);
  await expect(outcomes).toContainText('Minutes charged');
  await openPart(page, 'Recipients');
  const called = page.getByRole('region', { name: 'Recipients' }).first();
  await called.getByRole('button', { name: 'Refresh' }).click();
  await expect(called.getByRole('cell', { name: 'Interested' })).toBeVisible();
  await expect(called.getByRole('row')).toHaveCount(1 + ENDS.length);
  await looks(page, 'call-order');
  await page.goto('/call/order');
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Indonesia');
  await looks(page, 'call-list');
  expect(customer.complaints).toEqual([]);
  expect(admin.complaints).toEqual([]);
  await admin.close();
  await customer.close();
});

test('calls that are not complete are kept as a draft, and continued as they were', async ({ browser }) => {
  const run = stamp();
  const api = await actor('customer');
  await collection(api, `Draft ${run}`);
  const customer = await signedIn(browser, 'customer');
  const { page } = customer;
  await page.goto('/call/order?create=1');
  const form = page.getByRole('dialog', { name: 'New calls' });
  await form.getByLabel('Order name').fill(`Kept ${run}`);
  await form.getByLabel('Contact list', { exact: true }).fill(run);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `Draft ${run}` }));
  await form.getByText('Interactive', { exact: true }).click();
  await form.getByLabel('Key or word 1').fill('ya');
  await form.getByLabel('Meaning 1').fill('Yes');
  await form.getByText('A number of hours').click();
  await form.getByLabel('Hours', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('The draft was saved')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(`Kept ${run}`) });
  await expect(row).toContainText('Interactive');
  await looks(page, 'call-drafts');
  await rowAct(row, 'Continue');
  const again = page.getByRole('dialog', { name: /Draft/ });
  await expect(again.getByLabel('Key or word 1')).toHaveValue('ya');
  await expect(again.getByLabel('Hours', { exact: true })).toHaveValue('5');
  await expect(again.getByText('Choose recipients and a recording to see the cost.')).toBeVisible();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await rowAct(row, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The draft was deleted')).toBeVisible();
  expect(customer.complaints).toEqual([]);
  await customer.close();
});

test('a collection of a country that is not called cannot be chosen, and the form says which can', async ({
  browser,
}) => {
  const run = stamp();
  const api = await actor('customer');
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name: `Brazil ${run}`, countryCode: 'BR' });
  await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers: ['5511987650001'] });
  const customer = await signedIn(browser, 'customer');
  const { page } = customer;
  await page.goto('/call/order?create=1');
  const form = page.getByRole('dialog', { name: 'New calls' });
  await expect(form.getByText('Calls are only available to these countries: Indonesia.')).toBeVisible();
  await form.getByLabel('Contact list', { exact: true }).fill(run);
  const option = page.locator('.ant-select-item-option', { hasText: `Brazil ${run}` });
  await expect(option).toHaveClass(/ant-select-item-option-disabled/);
  expect(customer.complaints).toEqual([]);
  await customer.close();
});
