import { expect } from '@playwright/test';
import { actor, caller, contactList, newCustomer, signedIn, test } from './kit';
import { printed } from './printed';

test('a report and a statement are saved as PDF, in either theme', async ({ browser }) => {
  const { api, login } = await newCustomer(1_000);
  const list = await contactList(api, 'Printed', 3);
  const order = {
    name: 'Printed sale',
    groupId: list,
    channel: 'whatsapp',
    countryCode: 'BR',
    message: { type: 'text', text: 'On paper' },
  };
  const { cost } = await api<{ cost: number }>('POST', '/gc/groupsendorder/estimate', order);
  const { id } = await api<{ id: string }>('POST', '/gc/groupsendorder', { ...order, expectedCost: cost });
  const admin = await actor('admin');
  await admin('PUT', '/gc/groupsendorder/review', { ids: [id], pass: true });
  await expect
    .poll(async () => (await api<{ settled: boolean }>('GET', `/gc/groupsendorder/${id}`)).settled, { timeout: 60_000 })
    .toBe(true);

  const { page } = await signedIn(browser, await caller(login), { dark: true });
  await page.goto(`/send/order?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Printed sale');
  const report = await printed(page, 'PDF report');
  expect(report.name).toMatch(/^report-/);
  for (const said of ['Campaign report', 'Printed sale', 'On paper', 'Settled', 'Brazil'])
    expect(report.text).toContain(said);
  expect(report.text).not.toContain('Administration');

  await page.goto('/account/statement');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement');
  const statement = await printed(page, 'Save as PDF');
  expect(statement.name).toMatch(/^statement-\d{4}-\d\d-\d\d$/);
  for (const said of ['Opening balance', 'Closing balance', '1,000.00']) expect(statement.text).toContain(said);
});
