import { type Browser, expect, type Page } from '@playwright/test';
import { exportOf } from './exported';
import { actor, caller, expectAccessible, pickOption, rowAct, signedIn, test } from './kit';
import { digits } from './unique';

/** Names of this run, so that a second run does not meet the first one's leftovers. */
const run = digits(7);

async function open(browser: Browser, path: string, who: 'admin' | 'agent' = 'admin') {
  const it = await signedIn(browser, who);
  await it.page.goto(path);
  await it.page.locator('h1').first().waitFor();
  return it;
}

/** Complaints but those of refused calls, which the browser itself names. */
const unexpected = (complaints: string[]) => complaints.filter((c) => !/status of 4(00|02|04|09)/.test(c));
const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

async function customer(tag: string): Promise<{ userId: string; name: string; phone: string }> {
  const phone = `119${tag}${run}`;
  const body = {
    name: `Shop ${tag}${run}`,
    phone,
    email: `s${tag}${run}@herald.test`,
    countryCode: 'BR',
    customerType: 'person',
  };
  const { userId } = await (await actor('admin'))<{ userId: string }>('POST', '/aty/customerinfo', body);
  return { userId, name: body.name, phone };
}

test('a customer is made, refused, edited, recharged above the limit, locked, reset and deleted', async ({
  browser,
}) => {
  test.slow();
  const { page, complaints, close } = await open(browser, '/customer/list');
  const name = `Bakery ${run}`;
  const phone = `1180${run}`;
  await page.getByRole('button', { name: 'New customer' }).first().click();
  const form = dialog(page);
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Phone').fill('11987650001'); // in use already
  await form.getByLabel('Email').fill(`b${run}@herald.test`);
  await form.getByLabel('Country').fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await expectAccessible(page, 'the form of a customer');
  await press(page, 'Save');
  await expect(form.getByText(/already/)).toBeVisible();
  await form.getByLabel('Phone').fill(phone);
  await expect(
    form.getByText(`The initial password is the last 6 digits: ${phone.slice(-6)}`, { exact: false }),
  ).toBeVisible();
  await press(page, 'Save');
  const handover = page.getByRole('dialog', { name: `Sign-in details of ${name}` });
  await expect(handover.getByText(phone, { exact: true })).toBeVisible();
  await expect(handover.getByText(phone.slice(-6), { exact: true })).toBeVisible();
  await handover.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('0.00');

  await rowAct(row, 'Recharge');
  await dialog(page).getByLabel('Amount').fill('150000');
  await expect(dialog(page).getByText('150,000.00 credits').first()).toBeVisible();
  await expectAccessible(page, 'a recharge');
  await press(page, 'Recharge');
  const ask = page.getByRole('dialog', { name: /Confirm Recharge/ });
  await ask.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Done: 150,000.00 credits')).toBeVisible();
  await expect(row).toContainText('150,000.00');

  await rowAct(row, 'Withdraw');
  await dialog(page).getByLabel('Amount').fill('150001');
  await press(page, 'Withdraw');
  await expect(dialog(page).getByText(/The available balance is 150,000.00/)).toBeVisible();
  await dialog(page).getByLabel('Amount').fill('100');
  await press(page, 'Withdraw');
  await expect(row).toContainText('149,900.00');

  await rowAct(row, 'Deduct');
  await dialog(page).getByLabel('Amount').fill('0.25');
  await press(page, 'Deduct');
  await expect(row).toContainText('149,899.75');

  await rowAct(row, 'Lock');
  await dialog(page).getByLabel('Reason').fill('unpaid');
  await press(page, 'Lock');
  await expect(row).toContainText('Locked');
  await rowAct(row, 'Unlock');
  await press(page, 'Unlock');
  await expect(row).toContainText('Active');

  await rowAct(row, 'Reset password');
  await press(page, 'Reset password');
  await expect(dialog(page).getByText(phone.slice(-6), { exact: true })).toBeVisible();
  await dialog(page).locator('.ant-modal-footer').getByRole('button').click();
  await caller({ username: phone, password: phone.slice(-6) });

  await rowAct(row, 'Delete');
  await press(page, 'Delete');
  await expect(page.getByText(/still holds|149,899.75/).first()).toBeVisible();
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('the page of a customer: statement, prices, secondary users, audit', async ({ browser }) => {
  const { userId, name } = await customer('1');
  const { page, complaints, close } = await open(browser, `/customer/list?id=${userId}`);
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByLabel('Key figures')).toBeVisible();
  await page.getByText('Prices', { exact: true }).last().click();
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('button', { name: 'Set a price' }).first().click();
  await dialog(page).getByLabel('Service').click();
  await page.locator('.ant-select-dropdown:not([class*=slide-up])').waitFor();
  await pickOption(page.locator('.ant-select-item-option').first());
  await dialog(page).getByLabel('Country').fill('Every');
  await pickOption(page.getByTitle('Every other country'));
  await dialog(page).getByLabel('Unit price').fill('10000.01');
  await press(page, 'Save');
  await expect(dialog(page).getByText(/from 0 to 10,000/)).toBeVisible();
  await dialog(page).getByLabel('Unit price').fill('12.34');
  await press(page, 'Save');
  await expect(page.getByRole('row', { name: /Every other country/ })).toContainText('12.34');
  await page.getByText('Grid', { exact: true }).click();
  const cell = page.getByRole('gridcell', { name: /Every other country: 12\.34, Own price/ });
  await cell.focus();
  await page.keyboard.type('13');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: /Every other country: 13\.00, Own price/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '12.34 → 13.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell.focus();
  await page.keyboard.press('Delete');
  // The default is less than half of it.
  await page.getByRole('dialog').last().getByRole('button', { name: 'OK' }).click();
  await expect(cell).toBeHidden();
  await expectAccessible(page, 'prices of a customer');
  await page.getByText('Secondary users', { exact: true }).click();
  await expect(page.getByText('No secondary users yet.')).toBeVisible();
  await page.getByText('Activity', { exact: true }).last().click();
  await expect(page.locator('tbody tr').first()).toContainText('Admin');
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a recharge whose answer is lost is sent again and booked once', async ({ browser }) => {
  const { userId, name } = await customer('2');
  const { page, close } = await open(browser, `/customer/list?name=${encodeURIComponent(name)}`);
  const row = page.getByRole('row', { name: new RegExp(name) });
  let lost = 0;
  const keys = new Set<string>();
  await page.route('**/api/aty/customerinfo/recharge', async (route) => {
    keys.add(route.request().headers()['idempotency-key'] ?? '');
    if (lost++ > 0) return route.continue();
    await route.fetch(); // the server did it
    await route.abort('connectionreset');
  });
  await rowAct(row, 'Recharge');
  await dialog(page).getByLabel('Amount').fill('500');
  await press(page, 'Recharge');
  await expect(dialog(page).getByText('No response')).toBeVisible();
  await expect(dialog(page).getByLabel('Amount')).toBeDisabled();
  await press(page, 'Send again');
  await expect(row).toContainText('500.00');
  expect(keys.size).toBe(1);
  const held = await (await actor('admin'))<{ available: number }[]>(
    'GET',
    `/aty/customerinfo/balances?userIds=${userId}`,
  );
  expect(held[0]?.available).toBe(500);
  await close();
});

test('the account flow: a line is taken back; sums and files', async ({ browser }) => {
  const { userId, name } = await customer('3');
  await (await actor('admin'))('PUT', '/aty/customerinfo/give', { userId, amount: 70, remark: 'by mistake' });
  const { page, complaints, close } = await open(browser, `/finance/statement?userId=${userId}`);
  const row = page.getByRole('row', { name: /by mistake|\+70.00/ }).first();
  await expect(row).toContainText(name);
  await expect(page.getByRole('region', { name: 'Sums' })).toContainText('70.00');
  await rowAct(row, 'Reverse');
  await press(page, 'Reverse');
  await expect(page.getByText('reverses')).toBeVisible();
  await expect(page.locator('tbody')).toContainText('−70.00');
  expect((await exportOf(page, page, { button: 'Export the month' })).suggestedFilename()).toMatch(/\.xlsx$/);
  expect(unexpected(complaints)).toEqual([]);
  await close();
});
