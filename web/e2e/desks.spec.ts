import { type Browser, expect, type Page } from '@playwright/test';
import { actor, caller, expectAccessible, newCustomer, pickOption, rowAct, signedIn, test } from './kit';
import { digits } from './unique';

/** Names of this run, so that a second run does not meet the first one's leftovers. */
const run = digits(7);
const PASSWORD = 'Blue-Kettle-71';

/** Complaints but those of refused calls, which the browser itself names. */
const unexpected = (complaints: string[]) => complaints.filter((c) => !/status of 4(00|02|04|09)/.test(c));
const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

async function open(browser: Browser, path: string, who: Parameters<typeof signedIn>[1]) {
  const it = await signedIn(browser, who);
  await it.page.goto(path);
  await it.page.locator('h1').first().waitFor();
  return it;
}

/** Signs in as a new user with the initial password, and changes it. */
async function settle(username: string, initial: string) {
  const fresh = await caller({ username, password: initial });
  await fresh('PUT', '/pi/personal/info/pass', { oldPass: initial, newPass: PASSWORD, confirmPass: PASSWORD });
  return caller({ username, password: PASSWORD });
}

async function fill(page: Page, noun: string, phone: string) {
  const form = dialog(page);
  await form.getByLabel('Name', { exact: true }).fill(`${noun} ${run}`);
  await form.getByLabel('Phone').fill(phone);
  await form.getByLabel('Email').fill(`d${phone}@herald.test`);
  const company = form.getByLabel('Company');
  if (noun === 'Agency') await company.fill(`${noun} Ltd`);
  await form.getByLabel('Country').fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
}

test('an agent is made; it makes a customer, recharges it out of its own credit, prices and gives a year', async ({
  browser,
}) => {
  test.slow();
  const phone = `1170${run}`;
  const staff = await open(browser, '/customer/agent', 'admin');
  await staff.page.getByRole('button', { name: 'New agent' }).first().click();
  await fill(staff.page, 'Agency', phone);
  await dialog(staff.page).getByText('May pay in USDT').click();
  await expectAccessible(staff.page, 'the form of an agent');
  await press(staff.page, 'Save');
  const line = staff.page.getByRole('row', { name: new RegExp(`Agency ${run}`) });
  await rowAct(line, 'Recharge');
  await dialog(staff.page).getByLabel('Amount').fill('150000');
  await press(staff.page, 'Recharge');
  await staff.page
    .getByRole('dialog', { name: /Confirm Recharge/ })
    .getByRole('button', { name: 'OK' })
    .click();
  await expect(line).toContainText('150,000.00');
  expect(unexpected(staff.complaints)).toEqual([]);
  await staff.close();

  const agent = await settle(phone, phone.slice(-6));
  const { userId } = await agent<{ userId: string }>('GET', '/pi/personal/info');
  const admin = await actor('admin');
  const price = { userId, service: 'bulk.whatsapp', countryCode: '*', price: 2.5 };
  await admin('POST', '/aty/customerinfo/price/charge/save', price);

  const own = await open(browser, '/customer/list', agent);
  await own.page.getByRole('button', { name: 'New customer' }).first().click();
  await fill(own.page, 'Client', `1171${run}`);
  await press(own.page, 'Save');
  const given = own.page.getByRole('dialog', { name: `Sign-in details of Client ${run}` });
  await given.getByRole('button', { name: 'OK' }).click();
  const row = own.page.getByRole('row', { name: new RegExp(`Client ${run}`) });
  await rowAct(row, 'Recharge');
  await dialog(own.page).getByLabel('Amount').fill('5000');
  await press(own.page, 'Recharge');
  await expect(row).toContainText('5,000.00');
  await expect(own.page.getByRole('button', { name: 'Credit: 145,000.00 credits. Top up' })).toBeVisible();
  await rowAct(row, 'Give a year');
  await press(own.page, 'Give a year');
  await expect(own.page.getByText('The year was given')).toBeVisible();
  const { balance } = await agent<{ balance: number }>('GET', '/pi/personal/info');
  expect(balance).toBe(150_000 - 5000 - 120_000); // the year was the agent's to pay

  await own.page.goto('/customer/agent?c_tab=prices&c_prices_view=list');
  await own.page.getByRole('button', { name: 'Set a price' }).first().click();
  await dialog(own.page).getByLabel('Service').click();
  await own.page.locator('.ant-select-dropdown:not([class*=slide-up])').waitFor();
  await pickOption(own.page.locator('.ant-select-item-option[title="WhatsApp bulk send"]'));
  await dialog(own.page).getByLabel('Country').fill('Every');
  await pickOption(own.page.getByTitle('Every other country'));
  await dialog(own.page).getByLabel('Customer price').fill('2.49');
  await press(own.page, 'Save');
  await expect(dialog(own.page).getByText(/can.t be below your own price of 2\.5/)).toBeVisible();
  await dialog(own.page).getByLabel('Customer price').fill('3.10');
  await press(own.page, 'Save');
  const priced = own.page.getByRole('row', { name: /Every other country/ });
  await expect(priced).toContainText('3.10');
  await expect(priced).toContainText('0.60');
  await expectAccessible(own.page, 'the price list of an agent');
  await own.page.getByRole('button', { name: 'Price history' }).click();
  const changed = dialog(own.page).getByRole('row', { name: /Every other country/ });
  await expect(changed).toContainText('3.10');
  await expect(changed).toContainText(`Agency ${run}`);
  await expectAccessible(own.page, 'the history of an agent’s prices');
  await own.page.goto('/welcome');
  await expect(own.page.getByRole('heading', { name: 'Low balances' })).toBeVisible();
  await expect(own.page.getByText('Margin of this month by day')).toBeVisible();
  expect(unexpected(own.complaints)).toEqual([]);
  await own.close();
});

for (const [role, seen, unseen] of [
  ['finance', ['Revenue by day', 'Needs attention'], 'Paused orders'],
  ['sales', ['Inactive customers', 'Top customers', 'New customers'], 'Differences in reconciliation'],
  ['service', ['Waiting for review', 'Needs attention'], 'Top customers'],
] as const) {
  test(`${role} starts from what waits for it`, async ({ browser }) => {
    const admin = await actor('admin');
    const username = `${role}${run}`;
    await admin('POST', '/sysuser', { username, name: `${role} ${run}`, password: 'Green-Kettle-70', roles: [role] });
    const who = await caller({ username, password: 'Green-Kettle-70' });
    const { page, complaints, close } = await open(browser, '/welcome', who);
    for (const text of seen) await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByText(unseen)).toHaveCount(0);
    await expectAccessible(page, `the start of ${role}`);
    expect(complaints).toEqual([]);
    await close();
  });
}

test('days in a row count once each, from the activation on', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { userId } = await api<{ userId: string }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await open(browser, '/welcome', api);
  const streak = page.getByRole('region', { name: 'Login streak' });
  await expect(streak).toContainText(
    'Once our staff have verified your account or you top up, sign in seven days in a row to earn 700 credits.',
  );
  await expectAccessible(page, 'the streak before the activation');
  await (await actor('admin'))('PUT', `/aty/customerinfo/activation/${userId}`);
  for (const visit of ['the first', 'again']) {
    await page.reload();
    await expect(streak, visit).toContainText('1 day in a row');
    await expect(streak).toContainText('6 more days in a row for 700 credits');
  }
  await expectAccessible(page, 'the streak');
  expect(await api('GET', '/pi/personal/info/streak')).toMatchObject({ days: 1, today: true, given: 0 });
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('prices by a file: refused row by row, then taken, with their history', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { userId } = await api<{ userId: string }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await open(browser, `/customer/list?id=${userId}&c_tab=charges`, 'admin');
  await page.getByRole('button', { name: 'Import a file' }).click();
  const give = (rows: string[]) =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'prices.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['service,countryCode,price', ...rows].join('\n')),
      });
  await give(['bulk.whatsapp,BR,10000.01', 'bulk.whatsapp,XX,3']);
  await expect(dialog(page).getByText('Row 2')).toBeVisible();
  await expect(dialog(page).getByText('Row 3')).toBeVisible();
  await expectAccessible(page, 'refused prices');
  await give(['bulk.whatsapp,BR,3.25', 'bulk.whatsapp,*,4']);
  await expect(dialog(page).getByText('2 rows imported, 2 prices changed')).toBeVisible();
  // The file uses a comma as in Brazil. The price nearly triples, so the page asks for confirmation.
  await give(['bulk.whatsapp,BR,"9,50"']);
  const ask = page.getByRole('dialog', { name: 'Prices that change by more than half: 1.' });
  await expect(ask).toContainText('3.25 → 9.50');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await give(['bulk.whatsapp,BR,"9,50"']);
  await ask.getByRole('button', { name: 'Import anyway' }).click();
  await expect(dialog(page).getByText('1 row imported, 1 price changed')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Brazil/ })).toContainText('9.50');
  await page.getByRole('button', { name: 'Price history' }).click();
  const change = dialog(page).getByRole('row', { name: /Brazil/ });
  await expect(change.first()).toContainText('9.50');
  await expect(change.last()).toContainText('3.25');
  await expect(change.last()).toContainText('Admin');
  await expectAccessible(page, 'the history of prices');
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('several customers get one price: what each has now is told, and a large change is asked about', async ({
  browser,
}) => {
  const two = [await newCustomer(0), await newCustomer(0)];
  const [first, second] = await Promise.all(
    two.map(({ api }) => api<{ userId: string; name: string }>('GET', '/pi/personal/info')),
  );
  const line = { service: 'bulk.sms', countryCode: '*', price: 1.5 };
  await (await actor('admin'))('POST', '/aty/customerinfo/price/charge/save', { ...line, userId: first?.userId });
  const { page, complaints, close } = await open(browser, '/customer/list', 'admin');
  const rowOf = (name = '') => page.getByRole('row', { name: new RegExp(name) });
  for (const one of [first, second]) await rowOf(one?.name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Set a price' }).click();
  await dialog(page).getByLabel('Service').click();
  await page.locator('.ant-select-dropdown:not([class*=slide-up])').waitFor();
  await pickOption(page.locator('.ant-select-item-option[title="SMS bulk send"]'));
  await dialog(page).getByLabel('Country').fill('Every');
  await pickOption(page.getByTitle('Every other country'));
  const prices = dialog(page).getByRole('list', { name: 'Prices of the customers' });
  await expect(prices).toContainText('1.50');
  await expect(prices).toContainText('No price of its own');
  await dialog(page).getByLabel('New unit price').fill('4');
  await expect(prices).toContainText('1.50 → 4.00');
  await press(page, 'Set a price');
  await expect(dialog(page).getByText('Check the large price changes first')).toBeVisible();
  await expectAccessible(page, 'one price for several customers');
  await dialog(page).getByText('I’ve checked this').click();
  await press(page, 'Set a price');
  await expect(dialog(page).getByRole('status').first()).toContainText('2');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  for (const one of [first, second]) {
    const { records } = await (await actor('admin'))<{ records: { price: number }[] }>(
      'GET',
      `/aty/customerinfo/price/charge/page?userId=${one?.userId}`,
    );
    expect(records.map((r) => r.price)).toEqual([4]);
  }
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a year is bought with credit; who is short is led to the missing amount', async ({ browser }) => {
  const { api } = await newCustomer(100_000);
  const { userId } = await api<{ userId: string }>('GET', '/pi/personal/info');
  const admin = await actor('admin');
  await admin('PUT', `/aty/customerinfo/activation/${userId}`);
  const { page, complaints, close } = await open(browser, '/welcome', api);
  const service = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: /service$/i }).click();
    await dialog(page).getByRole('tab', { name: 'Credit' }).click();
  };
  await service();
  await expectAccessible(page, 'the service, short of credit');
  await dialog(page).getByRole('button', { name: 'Top up the missing 20,000.00 credits' }).click();
  await expect(page.getByRole('dialog', { name: 'Top up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await admin('PUT', '/aty/customerinfo/recharge', { userId, amount: 20_000, currency: 'RMB', remark: 'for a test' });
  await page.reload();
  await service();
  await press(page, 'Pay with credit');
  await expect(page.getByText(/The service runs until/)).toBeVisible();
  const { saasStatus } = await api<{ saasStatus: number }>('GET', '/pi/personal/info/saas');
  expect(saasStatus).toBe(2);
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('several customers are given a weight at once', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { userId, name } = await api<{ userId: string; name: string }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await open(browser, `/customer/list?name=${encodeURIComponent(name)}`, 'admin');
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Set the weight' }).click();
  await dialog(page).getByRole('spinbutton').fill('77');
  await press(page, 'Set the weight');
  await expect(page.getByText('The weight of 1 customer is set')).toBeVisible();
  const after = await (await actor('admin'))<{ groupSendWeight: number }>('GET', `/aty/customerinfo?userId=${userId}`);
  expect(after.groupSendWeight).toBe(77);
  expect(complaints).toEqual([]);
  await close();
});
