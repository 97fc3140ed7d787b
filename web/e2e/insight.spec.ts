import { expect } from '@playwright/test';
import { dev } from './dev';
import { exportOf } from './exported';
import {
  type Api,
  contactList,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  openPart,
  pickOption,
  prefer,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { digits } from './unique';

/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function picture(api: Api): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(DOT, 'base64')]), 'dot.png');
  const headers = { Authorization: `Bearer ${api.session.token}` };
  const sent = await fetch(`${dev.api}/uf/uploadfile?kind=image`, { method: 'POST', headers, body: form });
  return ((await sent.json()) as { data: { id: string } }).data.id;
}

const stamp = () => digits(8);

test('an order is told to its reviewer and to its customer', async ({ browser }) => {
  test.setTimeout(300_000);
  const name = `Insight ${stamp()}`;
  const admin = await signedIn(browser, 'admin');
  const { api } = await newCustomer(1_000);
  const customer = await signedIn(browser, api);
  const group = await contactList(api, name, 6);
  const link = {
    content: 'Hello from Herald',
    thumbnailId: await picture(api),
    url: 'https://shop.example/offers?of=today',
    button: { name: 'Open' },
  };
  for (const title of [name, `${name} next`])
    await api('POST', '/gc/groupsendorder', {
      name: title,
      groupId: group,
      countryCode: 'BR',
      channel: 'whatsapp',
      message: { type: 'link', link },
    });

  const page = admin.page;
  await page.goto('/send/order?status=1');
  await expect(page.getByTestId('menu-waiting').first()).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Audience' })).toContainText('Brazil');
  const message = page.getByRole('region', { name: 'Message', exact: true });
  await expect(message).toContainText(link.url);
  const shown = message.getByRole('img', { name: 'Picture' });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(page.getByRole('region', { name: /^History of/ })).toContainText('Orders of the last year');
  await expectAccessible(page, 'review of an order');
  await shot(page, 'insight-review');
  await prefer(page, { dark: true });
  await expectReadable(page, 'review of an order dark');
  await shot(page, 'insight-review-dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'review on a phone');
  await shot(page, 'insight-review-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('button', { name: 'No proof that the recipients agreed' })).toBeVisible();
  await shot(page, 'insight-refuse');
  await page.keyboard.press('Escape');
  const others = (await page.getByRole('button', { name: /Next order/ }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The order was approved')).toBeVisible();
  await page.getByRole('button', { name: others, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Under review');

  await customer.page.goto('/send/order');
  await customer.page.getByRole('link', { name, exact: true }).click();
  await expect(customer.page.getByTestId('funnel-targets')).toBeVisible();
  await expect(customer.page.getByTestId('funnel-sent')).not.toContainText(/\b0\b/, { timeout: 60_000 });
  await expect(customer.page.getByRole('region', { name: 'Throughput' })).toBeVisible({ timeout: 60_000 });
  await expect(customer.page.getByTestId('funnel-replied')).toBeVisible();
  await expect(customer.page.getByTestId('cost-total')).toHaveCount(0);
  await openPart(customer.page, 'Recipients');
  const recipients = customer.page.getByRole('region', { name: 'Recipients', exact: true });
  await expect(recipients.getByRole('columnheader', { name: 'Reason' })).toBeVisible();
  expect((await exportOf(customer.page, recipients)).suggestedFilename()).toMatch(/^targets.*\.xlsx$/);
  await shot(customer.page, 'insight-order-recipients');
  await openPart(customer.page, 'Message');
  await shot(customer.page, 'insight-order-message');
  await openPart(customer.page, 'Overview');
  await expectAccessible(customer.page, 'order');
  await shot(customer.page, 'insight-order');
  await prefer(customer.page, { dark: true });
  await expectReadable(customer.page, 'order dark');
  await shot(customer.page, 'insight-order-dark');
  await prefer(customer.page, { dark: false });
  await customer.page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(customer.page, 'order on a phone');
  await shot(customer.page, 'insight-order-phone');
  await customer.page.setViewportSize({ width: 1280, height: 800 });

  // The AWS cost of an order is visible to admins only.
  await page.goto('/send/order');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByTestId('cost-total')).toContainText(/US\$0[.,]0*[1-9]/, { timeout: 60_000 });
  await expect(page.getByTestId('cost-sending')).toContainText('DynamoDB');
  await page.getByTestId('cost-total').scrollIntoViewIfNeeded();
  await expectAccessible(page, 'cost of an order');
  await shot(page, 'insight-cost');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'cost on a phone');
  await shot(page, 'insight-cost-phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  // The minute's tick counts what was settled.
  const told = () => api<{ total: { sent: number } }>('GET', '/dmp/sending').then((s) => s.total.sent);
  await expect.poll(told, { timeout: 150_000, intervals: [5_000] }).toBeGreaterThan(0);
  await customer.page.goto('/send/statistics');
  await expect(customer.page.getByTestId('sending-sent')).toContainText(/[1-9]/);
  await expect(customer.page.getByRole('row', { name: /Brazil/ })).toBeVisible();
  const filters = customer.page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Channel' }).click();
  await pickOption(customer.page.getByTitle('WhatsApp', { exact: true }));
  await expect(customer.page).toHaveURL(/channel=whatsapp/);
  await expect(customer.page.getByTestId('sending-sent')).toContainText(/[1-9]/);
  await customer.page.goto('/send/statistics?channel=sms');
  await expect(customer.page.getByTestId('sending-sent').locator('b')).toHaveText('0');
  await shot(customer.page, 'insight-statistics-filtered');
  await customer.page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(customer.page.getByTestId('sending-sent')).toContainText(/[1-9]/);
  await expectAccessible(customer.page, 'statistics');
  await shot(customer.page, 'insight-statistics');
  await customer.page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(customer.page, 'statistics on a phone');
  await shot(customer.page, 'insight-statistics-phone');
  await page.goto('/send/statistics');
  const customers = page.getByRole('radio', { name: 'Customers' });
  await page.locator('label').filter({ has: customers }).click();
  await expect(customers).toBeChecked();
  await prefer(page, { dark: true });
  await expectReadable(page, 'statistics dark');
  await shot(page, 'insight-statistics-dark');
  expect(customer.complaints).toEqual([]);
  expect(admin.complaints).toEqual([]);
  await admin.close();
  await customer.close();
});
