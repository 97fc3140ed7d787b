import { type Browser, expect, type Page } from '@playwright/test';
import { dev } from './dev';
import { exportOf } from './exported';
import {
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  prefer,
  rowAct,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { printed } from './printed';

const dialog = (page: Page) => page.getByRole('dialog').last();
const unexpected = (complaints: string[]) => complaints.filter((c) => !/status of 4(00|04|09)/.test(c));

async function open(browser: Browser, path: string, who: Parameters<typeof signedIn>[1] = 'admin') {
  const it = await signedIn(browser, who);
  await it.page.goto(path);
  await it.page.locator('h1').first().waitFor();
  return it;
}

/** Light, dark and on a phone. */
async function judged(page: Page, name: string) {
  await expectAccessible(page, `${name} light`);
  await shot(page, `${name}-1280-light`);
  await prefer(page, { dark: true });
  await expectReadable(page, `${name} dark`);
  await shot(page, `${name}-1280-dark`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, `${name} on a phone`);
  await shot(page, `${name}-390-dark`);
  await prefer(page, { dark: false });
  await shot(page, `${name}-390-light`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A customer who has bought credit at the simulated Alipay. */
async function bought(page: Page, amount: number) {
  const { api } = await newCustomer(0);
  const { orderId } = await api<{ orderId: string }>('POST', '/pay/order', { amount, payType: 2, biz: 'al000' });
  const till = await page.context().newPage();
  await till.goto(`${dev.simulators.money}/alipay/cashier`);
  await till.getByRole('row').filter({ hasText: orderId }).getByRole('button', { name: 'Pay' }).click();
  await till.getByText('paid').first().waitFor();
  await till.close();
  await expect.poll(() => api<number>('GET', `/pay/order/${orderId}/status`), { timeout: 60_000 }).toBe(2);
  return { api, orderId };
}

test('some of an online recharge goes back to who paid it, with the balance before and after', async ({ browser }) => {
  test.slow();
  const { page, complaints, close } = await open(browser, '/finance/recharge');
  const { api, orderId } = await bought(page, 5000);
  await page.goto(`/finance/recharge?orderId=${orderId}`);
  const row = page.locator('tbody').getByRole('row').first();
  await expect(row).toContainText('5,000.00');
  await expect(row).toContainText('50.00 RMB');
  await row.getByRole('link').first().click();
  await expect(page.getByText('No refunds.')).toBeVisible();
  await page.getByRole('button', { name: 'Refund' }).click();
  const form = dialog(page);
  await form.getByLabel('Amount').fill('6000');
  await form.getByLabel('Reason').fill('Paid twice');
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(form.getByText('At most 5,000.00 credits', { exact: true })).toBeVisible();
  await form.getByLabel('Amount').fill('1200');
  const effect = form.getByRole('region', { name: 'Effect on the balance' });
  await expect(effect).toContainText('5,000.00 credits');
  await expect(effect).toContainText('3,800.00 credits');
  await expectAccessible(page, 'a refund');
  await shot(page, 'refund-1280-light');
  await form.getByRole('button', { name: 'Refund' }).click();
  await page
    .getByRole('dialog', { name: /^Confirm Refund/ })
    .getByRole('button', { name: 'OK' })
    .click();
  const refunds = page.getByRole('region', { name: 'Refunds' }).first();
  await expect(refunds).toContainText('1,200.00');
  await expect(refunds).toContainText('Paid twice');
  await expect(refunds.getByRole('row').last()).toContainText('Refunded', { timeout: 60_000 });
  await judged(page, 'recharge');
  await page.goto('/finance/recharge');
  await expect(page.locator('tbody').getByRole('row').first()).toContainText('RMB');
  await judged(page, 'recharges');
  expect(unexpected(complaints)).toEqual([]);
  await close();

  const own = await open(browser, '/finance/recharge', api);
  await expect(own.page.locator('tbody')).toContainText('1,200.00');
  await own.page.locator('tbody').getByRole('link').first().click();
  await expect(own.page.getByText(orderId)).toBeVisible();
  const receipt = await printed(own.page, 'Receipt');
  expect(receipt.name).toBe(`receipt-${orderId}`);
  for (const said of ['50.00 RMB', '5,000.00 credits', 'Credit kept', '3,800.00 credits'])
    expect(receipt.text).toContain(said);
  await expect(own.page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  expect(own.complaints).toEqual([]);
  await own.close();
});

test('books and payments are checked, and each check is kept', async ({ browser }) => {
  test.slow();
  const { page, complaints, close } = await open(browser, '/finance/reconcile');
  for (const kind of ['Ledger', 'Payments at providers']) {
    await page.getByText(kind, { exact: true }).click();
    await page.getByRole('button', { name: 'Check now' }).click();
    const last = page.getByRole('region', { name: 'The last check' });
    await expect(last).toContainText(/No differences|\d+ differences?/, { timeout: 90_000 });
    const earlier = page.getByRole('region', { name: 'Earlier checks' }).first();
    await expect(earlier.getByRole('link').first()).toBeVisible();
    await judged(page, `reconcile-${kind.split(' ', 1)[0]}`);
    await earlier.getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Differences' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Back to the last check' }).click();
    await expect(last).toBeVisible();
  }
  expect(complaints).toEqual([]);
  await close();
});

test('customers beside each other, as a chart, by filters and as a file', async ({ browser }) => {
  const { api } = await newCustomer(4321);
  const { name } = await api<{ name: string }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await open(browser, '/customer/statistics');
  await expect(page.getByText('Credits recharged and used by the customers below')).toBeVisible();
  await judged(page, 'statistics');
  const search = page.getByRole('searchbox', { name: 'Customer' });
  await search.fill(name);
  await search.press('Enter');
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(page.locator('tbody')).toContainText('4,321.00');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('figure')).toContainText('4,321.00 credits');
  expect((await exportOf(page)).suggestedFilename()).toMatch(/^userStatistics-.*\.xlsx$/);
  expect(complaints).toEqual([]);
  await close();
});

test('hundredths of a credit are given, rebated and withdrawn; a recharge is whole', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { userId, name } = await api<{ userId: string; name: string }>('GET', '/pi/personal/info');
  const { page, complaints, close } = await open(browser, `/customer/list?name=${encodeURIComponent(name)}`);
  const row = page.locator('tbody').getByRole('row').first();
  await rowAct(row, 'Recharge');
  await dialog(page).getByLabel('Amount').fill('1.5');
  await expect(dialog(page).getByText('Enter a whole number, without decimals')).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: /^Discard/ })
    .getByRole('button', { name: 'Discard' })
    .click();
  for (const [what, amount] of [
    ['Gift', '10.25'],
    ['Rebate', '0.50'],
    ['Withdraw', '0.75'],
  ] as const) {
    await rowAct(row, what);
    const form = page.getByRole('dialog', { name: new RegExp(`^${what}`) });
    await form.getByLabel('Amount').fill(amount);
    await form.getByRole('button', { name: what, exact: true }).click();
    await expect(form).toHaveCount(0);
  }
  const admin = await actor('admin');
  const [held] = await admin<{ available: number }[]>('GET', `/aty/customerinfo/balances?userIds=${userId}`);
  expect(held?.available).toBe(10);
  expect(complaints).toEqual([]);
  await close();
});

test('filters are one row; what does not fit opens below it, and what is in use stays', async ({ browser }) => {
  test.slow();
  const { page, complaints, close } = await open(browser, '/finance/usdt');
  for (const path of ['/finance/usdt', '/finance/recharge', '/send/order', '/system/audit', '/finance/statement']) {
    await page.goto(path);
    const more = page.getByRole('button', { name: 'More filters' });
    await expect(more).toBeVisible();
    const bar = more.locator('xpath=..');
    expect((await bar.boundingBox())?.height, path).toBeLessThan(48);
    await shot(page, `filters${path.replaceAll('/', '-')}`);
    await more.click();
    expect((await bar.boundingBox())?.height, path).toBeGreaterThan(60);
  }
  await expectAccessible(page, 'all filters of a list');
  await page.goto('/finance/usdt?hash=abc');
  await expect(page.getByRole('searchbox', { name: 'Transaction hash' })).toHaveValue('abc');
  await expect(page.getByRole('searchbox', { name: 'Receiving address' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Receiving address' })).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});
