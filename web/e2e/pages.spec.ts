import fs from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { exportOf } from './exported';
import {
  type Api,
  actor,
  expectAccessible,
  expectNoSideScroll,
  listen,
  newCustomer,
  pickOption,
  rowAct,
  signedIn,
  test,
  unfold,
} from './kit';
import { digits, unique } from './unique';

let api: Api;
let login: { username: string; password: string };

test.beforeAll(async () => {
  ({ api, login } = await newCustomer(20_000));
});

/** Presses an export and reads what was saved: an xlsx is a zip file. */
async function expectExport(page: Page) {
  const file = await exportOf(page);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  expect(
    fs
      .readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
}

/** Waits until a collection of the caller has its members. */
async function collection(name: string, numbers: string[]): Promise<string> {
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'BR', remark: '' });
  const form = new FormData();
  form.append('file', new Blob([numbers.join('\n')]), 'contacts.txt');
  const { dev } = await import('./dev');
  const headers = { Authorization: `Bearer ${api.session.token}` };
  const sent = await fetch(`${dev.api}/uf/uploadfile`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const { taskId } = await api<{ taskId: string }>('POST', `/aty/contactsgroup/${id}/import`, { fileId: data.id });
  const status = () =>
    api<{ status: string }>('GET', `/aty/contactsgroup/${id}/import/${taskId}`).then((s) => s.status);
  await expect.poll(status, { timeout: 60_000 }).toBe('done');
  return id;
}

function numbers(n: number): string[] {
  const first = 70_000_000 + Number(digits(6));
  return Array.from({ length: n }, (_, i) => `55119${first + i}`);
}

test('a visitor registers, reads the result, and signs in', async ({ page }) => {
  const complaints = listen(page);
  await page.addInitScript(
    () => localStorage.getItem('prefs') ?? localStorage.setItem('prefs', '{"state":{"locale":"en-US"},"version":0}'),
  );
  const phone = `117${digits(8)}`;
  await page.goto('/user/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/user\/register$/);
  await expect(page).toHaveTitle('Create your account - Herald');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Choose your country or region')).toBeVisible();
  await expectAccessible(page, 'registration');
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('Name', 'Ana Lima');
  await page.getByLabel('Country or region').selectOption('BR');
  await fill('Phone number', `+${phone}`);
  await fill('Email', 'ana@lima');
  await fill('Password', phone.slice(-6));
  await fill('Password again', 'another');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(3);
  await expect(page.getByText(/other than the initial one/)).toBeVisible();
  await fill('Email', `a${phone}@lima.com`);
  await fill('Password', 'Blue-Kettle-71');
  await expect(page.getByText('Strength: high')).toBeVisible();
  await fill('Password again', 'Blue-Kettle-71');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/user\/register-result/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Your account (is ready|waits for review)/);
  await expectAccessible(page, 'result of a registration');
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Account or phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill('Blue-Kettle-71');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /Good .*Ana Lima/ })).toBeVisible();
  await expect(page.getByText('Three steps to your first message')).toBeVisible();
  expect(complaints).toEqual([]);
});

const PICTURE = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('personal info: details, language and picture', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/account/profile');
  await page.getByLabel('Nickname').fill('Aninha');
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.ant-form-item-explain-error')).toHaveCount(1);
  await page.getByLabel('Email').fill('aninha@lima.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByText('Aninha').first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(PICTURE);
  await expect(page.getByText('The picture was changed')).toBeVisible();
  await page.reload();
  await expect(page.locator('main button img')).toHaveJSProperty('naturalWidth', 1); // it is kept, and allowed to be shown
  await page.getByRole('combobox', { name: 'Language' }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: 'Português' }));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dados pessoais' })).toBeVisible();
  expect((await api<{ language: string }>('GET', '/pi/personal/info')).language).toBe('pt_BR');
  expect(complaints).toEqual([]);
  await close();
});

test('the statement: signs, filters, the chart as a table, and a file', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/account/statement');
  const row = page.getByRole('row', { name: /Platform recharge/ });
  await expect(row).toContainText('+20,000.00');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table').first()).toContainText('20,000');
  await page.getByRole('combobox', { name: 'Business type' }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: 'Withdrawal' }));
  await expect(page).toHaveURL(/businessType=withdrawal/);
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row).toBeVisible();
  await expectExport(page);
  expect(complaints).toEqual([]);
  await close();
});

test('a collection is renamed, loses members, is exported and deleted', async ({ browser }) => {
  const name = unique('Leads');
  await collection(name, numbers(3));
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/contact');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit the list' });
  await form.getByLabel('Name').fill(`${name} b`);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: `${name} b` }).click();
  await expect(page.getByRole('heading', { name: `${name} b` })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await expectExport(page);
  await page.locator('tbody').getByRole('checkbox').first().check();
  await page.getByRole('status').getByRole('button', { name: 'Remove' }).click();
  const ask = page.getByRole('dialog', { name: 'Remove 1 number?' });
  await ask.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The numbers were removed')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await page.getByRole('button', { name: 'Back to contact lists' }).click();
  await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible(); // The list is read again.
  await rowAct(row, 'Delete');
  const gone = page.getByRole('dialog');
  await expect(gone).toContainText('its 2 members are deleted');
  await gone.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The list was deleted')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('a short message is ordered, in parts that the form tells', async ({ browser }) => {
  const name = unique('Text');
  await collection(`G ${name}`, numbers(2));
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/order?create=1');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Order name').fill(name);
  await form.getByLabel('Contact list', { exact: true }).fill(`G ${name}`);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `G ${name}` }));
  await form.getByText('Picture', { exact: true }).first().click();
  await form.getByText('SMS', { exact: true }).click();
  await expect(form.getByText('Picture', { exact: true })).toHaveCount(0); // it carries texts only
  await form.getByRole('textbox', { name: /Text/ }).fill(`*${'o'.repeat(160)}`);
  await expect(form.getByText('2 (161 characters)')).toBeVisible();
  await form.getByRole('textbox', { name: /Text/ }).fill('Olá, é hoje 🎉');
  await expect(form.getByText(/^1 \(\d+ characters\)/)).toBeVisible();
  await expect(
    form.getByText('Contains characters outside the basic SMS alphabet, so a part holds 70 characters instead of 160'),
  ).toBeVisible();
  await expect(form.getByText('á 🎉', { exact: true })).toBeVisible();
  await expect(form.getByTestId('estimated-cost')).toHaveText('8.00 credits');
  await form.getByRole('button', { name: 'Place order' }).click();
  await page
    .getByRole('dialog', { name: /Send to 2 recipients/ })
    .getByRole('button', { name: 'Place order' })
    .click();
  await expect(page.getByRole('heading', { name: new RegExp(`${name}.*Under review`) })).toBeVisible();
  await expect(page.getByText(/1 part each/)).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('staff order for a customer: a file as target, split, with a deadline, continued from its draft', async ({
  browser,
}) => {
  const name = unique('Split');
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/send/order?create=1');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Order name').fill(name);
  await expect(form.getByText('Customer is required')).toBeVisible(); // staff hold no credit of their own
  await form.getByLabel('Customer').click();
  const picker = page.getByRole('dialog', { name: 'Choose a customer' });
  await picker.getByRole('row', { name: new RegExp(login.username) }).click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await form.getByText('A file', { exact: true }).click();
  await expect(form.getByLabel('Contact list', { exact: true })).toHaveCount(0);
  const people = ['phoneNumber,city', ...numbers(6).map((n) => `${n},Rio`)].join('\n');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(people) });
  await expect(form.getByText('people.csv').first()).toBeVisible();
  await form.getByLabel('Country').fill('brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByRole('textbox', { name: 'Text' }).fill('Olá de {city}');
  await expect(form.getByText(/Each recipient gets the value of the column “city”/)).toBeVisible();
  await expect(form.getByTestId('estimated-cost')).toHaveText(/^[\d,]+\.\d\d credits$/); // the file fills it
  await form.getByLabel('Value of city').fill('Brasil');
  await unfold(form, 'More options');
  await form.getByLabel('Split into').fill('3');
  await form.getByText('Scheduled', { exact: true }).click();
  await expect(form.getByText('Choose the start time to see the cost.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send a test' })).toBeVisible();
  await form.locator('.ant-segmented').getByText('Now', { exact: true }).click();
  await form.getByLabel('Deadline').fill('2020-01-01 10:00');
  await form.getByLabel('Deadline').press('Tab'); // a date is kept when its field is left
  for (const field of ['Deadline', 'Order name', 'Split into']) await form.getByLabel(field).press('Enter');
  await expect(page.getByRole('dialog', { name: /Send to/ })).toHaveCount(0);
  await expect(form.getByText('The deadline must be after the start')).toBeVisible();
  const soon = new Date(Date.now() + 32 * 3600_000).toISOString().slice(0, 16).replace('T', ' '); // tomorrow at +08:00
  await form.getByLabel('Deadline').fill(soon);
  await form.getByLabel('Deadline').press('Tab'); // a date is kept when its field is left
  await expect(form.getByTestId('estimated-cost')).toHaveText(/^[\d,]+\.\d\d credits$/);
  await expectAccessible(page, 'order form of staff');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('The draft was saved')).toBeVisible();
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Continue' })
    .click();
  const kept = page.getByRole('dialog', { name: `Draft “${name}”` });
  await expect(kept.getByText('people.csv').first()).toBeVisible();
  await expect(kept.getByLabel('Split into')).toHaveValue('3');
  await expect(kept.getByLabel('Customer')).toHaveAccessibleDescription(/^Test 118/);
  await expect(kept.getByLabel('Deadline')).toHaveValue(soon);
  await kept.getByRole('button', { name: 'Place order' }).click();
  await page
    .getByRole('dialog', { name: /Send to 6 recipients/ })
    .getByRole('button', { name: 'Place order' })
    .click();
  await expect(page.getByRole('heading', { name: new RegExp(`${name}.*Under review`) })).toBeVisible();
  const parts = page.getByRole('region', { name: 'Sub-orders' }); // there once the order is planned
  await expect(parts.getByRole('row')).toHaveCount(1 + 3);
  await expectAccessible(page, 'a split order');
  // Changed or ordered once more, the same customer pays.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const change = page.getByRole('dialog', { name: /^Change order “/ });
  await expect(change.getByText(/^(20,000|19,9\d\d)\.\d\d credits$/).first()).toBeVisible();
  await change.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog', { name: 'New order' });
  await expect(copy.getByLabel('Customer')).toHaveAccessibleDescription(/^Test 118/);
  await expect(copy.getByText(/^(20,000|19,9\d\d)\.\d\d credits$/).first()).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('a draft is saved, continued and ordered; staff passes several orders at once', async ({ browser }) => {
  const name = unique('Draft');
  const groupId = await collection(`G ${name}`, numbers(2));
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/order?create=1');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Order name').fill(name);
  await form.getByLabel('Contact list', { exact: true }).fill(`G ${name}`);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `G ${name}` }));
  await form.getByText('Picture', { exact: true }).first().click();
  await form.locator('input[type=file]').setInputFiles({ ...PICTURE, name: 'not.txt' });
  await expect(page.locator('.ant-message')).toContainText('Wrong file type');
  await form.locator('input[type=file]').setInputFiles(PICTURE);
  await expect(form.getByText('me.png')).toBeVisible();
  await expect(form.getByRole('img', { name: 'Picture' })).toHaveJSProperty('naturalWidth', 1);
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('The draft was saved')).toBeVisible();
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Continue' })
    .click();
  const kept = page.getByRole('dialog', { name: `Draft “${name}”` });
  await expect(kept.getByLabel('Order name')).toHaveValue(name);
  await expect(kept.getByText('me.png')).toBeVisible();
  await expect(kept.getByRole('img', { name: 'Picture' })).toHaveJSProperty('naturalWidth', 1);
  await kept.getByRole('textbox', { name: /Caption/ }).fill('hello');
  await expect(kept.getByTestId('estimated-cost')).toHaveText(/^[\d,]+\.\d\d credits$/);
  await kept.getByRole('button', { name: 'Place order' }).click();
  await page
    .getByRole('dialog', { name: /Send to 2 recipients/ })
    .getByRole('button', { name: 'Place order' })
    .click();
  await expect(page.getByRole('heading', { name: new RegExp(`${name}.*Under review`) })).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
  const message = { type: 'text', text: 'hello' };
  const wish = { name: `${name} two`, groupId, countryCode: 'BR', channel: 'whatsapp', message };
  await api('POST', '/gc/groupsendorder', wish);

  const admin = await signedIn(browser, 'admin');
  await admin.page.goto(`/send/order?name=${encodeURIComponent(name)}`);
  await expect(admin.page.locator('tbody tr')).toHaveCount(2);
  await admin.page.locator('thead').getByRole('checkbox').check();
  await admin.page.getByRole('status').getByRole('button', { name: 'Approve' }).click();
  const ask = admin.page.getByRole('dialog', { name: 'Approve 2 orders?' });
  await expect(ask).toContainText('4 recipients in total');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.page.getByText('2 orders were reviewed')).toBeVisible();
  expect(admin.complaints).toEqual([]);
  await admin.close();
});

test('the welcome page in figures', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/welcome');
  const overview = await (await actor('customer'))<{ sent: number; orders: { total: number } }>(
    'GET',
    '/dmp/overview?days=7',
  );
  expect(overview.orders.total).toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText(/of \d+/);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 7);
  await page.getByText('30 days').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 30);
  expect(complaints).toEqual([]);
  await close();
});

test('the own password of staff is changed from personal info', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/account/profile');
  await page.getByRole('region', { name: 'Security' }).getByRole('button', { name: 'Password' }).click();
  const ask = page.getByRole('dialog', { name: 'Change password' });
  const fill = (label: string, value: string) => ask.getByLabel(label, { exact: true }).fill(value);
  await fill('New password', 'short');
  await fill('Repeat the new password', 'shorter');
  await ask.getByRole('button', { name: 'Change password' }).click();
  await expect(ask.getByText('Current password is required')).toBeVisible();
  await expect(ask.getByText('At least 6 characters', { exact: true })).toBeVisible();
  await expect(ask.getByText('The two passwords don’t match')).toBeVisible();
  await expectAccessible(page, 'change of a password');
  expect(complaints).toEqual([]);
  await close();
});

test('who signs in again finds the own console', async ({ page }) => {
  await page.addInitScript(
    () => localStorage.getItem('prefs') ?? localStorage.setItem('prefs', '{"state":{"locale":"en-US"},"version":0}'),
  );
  await page.goto('/account/statement');
  await page.getByLabel('Account or phone number').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/account\/statement/);
});

test("a customer's page lists his messages, groups and calls, and stays within a phone", async ({ browser }) => {
  const { userId } = await (await actor('customer'))<{ userId: string }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto(`/customer/list?id=${userId}&c_tab=orders`);
  const kinds = page.getByRole('radiogroup', { name: 'Order type' });
  for (const [kind, what] of [
    ['Messages', 'Recipients'],
    ['Groups', 'Groups'],
    ['Calls', 'Recipients'],
  ] as const) {
    await kinds.getByText(kind, { exact: true }).click();
    await expect(page.getByRole('columnheader', { name: what })).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, "a customer's page on a phone");
  expect(complaints).toEqual([]);
  await close();
});
