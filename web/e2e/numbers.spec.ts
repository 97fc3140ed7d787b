import { expect } from '@playwright/test';
import { actor, newCustomer, pickOption, signedIn, test } from './kit';
import { looks } from './looks';
import { digits } from './unique';

test('staff import a batch, a customer orders numbers of it, staff approve, and the statement is right', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const admin = await actor('admin');
  const run = digits(6);
  const { api } = await newCustomer(1_000);
  const price = { userId: 'platform', service: 'channel.sms', countryCode: 'BR', price: 2 };
  await admin('POST', '/aty/customerinfo/price/charge/save', price);
  await admin('POST', '/kfsms/dealer', { name: `Sunrise ${run}` });
  const staff = await signedIn(browser, admin);

  await staff.page.goto('/number/batch');
  await staff.page.getByRole('button', { name: 'Add batch' }).first().click();
  const form = staff.page.getByRole('dialog');
  await form.getByLabel('Batch number').fill(`B${run}`);
  await form.getByRole('combobox', { name: 'Card dealer' }).click();
  await pickOption(staff.page.getByTitle(`Sunrise ${run}`, { exact: true }));
  await form.getByRole('combobox', { name: /Country/ }).fill('Brazil');
  await pickOption(staff.page.locator('.ant-select-item-option[title="Brazil +55"]'));
  for (const [field, option] of [
    ['Type', 'SMS'],
    ['Number quality', 'Low'],
    ['New or old', 'Old number'],
  ] as const) {
    await form.getByRole('combobox', { name: field }).click();
    await pickOption(staff.page.getByTitle(option, { exact: true }));
  }
  const numbers = Array.from({ length: 10 }, (_, i) => `55119${run}${String(i).padStart(2, '0')}`);
  await form.locator('input[type=file]').setInputFiles({
    name: 'numbers.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`phoneNumber\n${numbers.join('\n')}\n123\n`),
  });
  await expect(form.getByText('numbers.txt')).toBeVisible();
  await looks(staff.page, 'batch-form');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = staff.page.getByRole('row', { name: new RegExp(`B${run}`) });
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expect(row.getByText('10', { exact: true }).first()).toBeVisible();
  await looks(staff.page, 'batches');

  const customer = await signedIn(browser, api);
  await customer.page.goto('/channel/order');
  await customer.page.getByRole('button', { name: 'New number order' }).first().click();
  const order = customer.page.getByRole('dialog');
  await order.getByLabel('Order name').fill(`Numbers ${run}`);
  await order.getByRole('combobox', { name: /Country/ }).fill('Brazil');
  await pickOption(customer.page.locator('.ant-select-item-option[title="Brazil +55"]'));
  for (const [field, option] of [
    ['Type', 'SMS'],
    ['Number quality', 'Low'],
    ['New or old', 'Old number'],
  ] as const) {
    await order.getByRole('combobox', { name: field }).click();
    await pickOption(customer.page.getByTitle(option, { exact: true }));
  }
  await order.getByLabel('Batch number').fill(`B${run}`);
  await order.getByLabel('Amount').fill('4');
  await expect(order.getByTestId('estimated-cost')).toContainText('8');
  await looks(customer.page, 'number-order-form');
  await order.getByRole('button', { name: 'Place order' }).click();
  await customer.page
    .getByRole('dialog', { name: 'Order 4 numbers?' })
    .getByRole('button', { name: 'Place order' })
    .click();
  await expect(customer.page.getByText('Under review').first()).toBeVisible();

  const found = await admin<{ records: { id: string }[] }>('GET', `/channel/order/page?name=Numbers%20${run}`);
  const id = found.records[0]?.id as string;
  await staff.page.goto(`/channel/order?id=${id}`);
  await expect(staff.page.getByText(/orders 4 numbers of Brazil/)).toBeVisible();
  await looks(staff.page, 'number-order-review');
  await staff.page.getByRole('button', { name: 'Approve' }).first().click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(staff.page.getByText('Completed').first()).toBeVisible({ timeout: 60_000 });

  await customer.page.goto(`/channel/number?orderId=${id}`);
  await expect(customer.page.getByRole('row', { name: /In use/ })).toHaveCount(4);
  await looks(customer.page, 'numbers');
  const lines = await api<{ records: { businessType: string; amount: number }[] }>(
    'GET',
    '/pi/personal/info/statement/page',
  );
  expect(lines.records[0]).toMatchObject({ businessType: 'pay', amount: -8 });
  expect(staff.complaints).toEqual([]);
  expect(customer.complaints).toEqual([]);
  await staff.close();
  await customer.close();
});
