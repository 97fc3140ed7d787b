import { expect } from '@playwright/test';
import {
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  openPart,
  pickOption,
  prefer,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { unique } from './unique';

test('two messages are tried, compared, and one is chosen for the rest', async ({ browser }) => {
  test.setTimeout(300_000);
  const name = unique('Two');
  const customer = await signedIn(browser, 'customer');
  const admin = await signedIn(browser, 'admin');
  const api = await actor('customer');
  type Group = { id: string; name: string; countryCode: string; memberCount: number };
  const { records } = await api<{ records: Group[] }>('GET', '/aty/contactsgroup/lovPage?size=100&type=phone');
  const group = records.find((g) => g.memberCount > 3 && g.countryCode === 'BR') as Group;
  const draft = await api<{ id: string }>('POST', '/gc/groupsendorder/draft', {
    name,
    groupId: group.id,
    countryCode: group.countryCode,
    channel: 'whatsapp',
    message: { type: 'text', text: 'Hello from Herald' },
  });

  const page = customer.page;
  await page.goto(`/send/order?create=1&draft=${draft.id}`);
  const form = page.getByRole('dialog', { name: /Draft/ });
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue('Hello from Herald');
  await form.getByRole('switch', { name: 'A/B test' }).click();
  const second = form.getByRole('group', { name: 'Message B' });
  await second.getByRole('textbox', { name: 'Text' }).fill('Herald says hello');
  await second.getByRole('spinbutton', { name: 'Sample' }).fill('50');
  await second.getByText('Manually').click();
  await expect(form.getByLabel('Sub-orders')).toHaveCount(0);
  await second.getByRole('spinbutton', { name: 'Wait, minutes' }).fill('10');
  await expect(form.getByTestId('estimated-cost')).toContainText(/\d/);
  await second.scrollIntoViewIfNeeded();
  await expectAccessible(page, 'form of two messages');
  await shot(page, 'trial-form');
  await prefer(page, { dark: true });
  await shot(page, 'trial-form-dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await second.scrollIntoViewIfNeeded();
  await shot(page, 'trial-form-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Place order' }).click();
  await page
    .getByRole('dialog', { name: /Send to/ })
    .getByRole('button', { name: 'Place order' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

  // The reviewer sees both messages.
  await admin.page.goto('/send/order?status=1');
  await admin.page.getByRole('link', { name, exact: true }).click();
  await expect(admin.page.getByText('Hello from Herald')).toBeVisible();
  await expect(admin.page.getByText('Herald says hello')).toBeVisible();
  await shot(admin.page, 'trial-review');
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();

  const panel = page.getByRole('region', { name: 'Two messages' });
  await expect(panel.getByTestId('finding')).toBeVisible({ timeout: 60_000 });
  await expect(panel).not.toContainText('0 of', { timeout: 60_000 });
  await expectAccessible(page, 'two messages');
  await shot(page, 'trial-order');
  await prefer(page, { dark: true });
  await expectReadable(page, 'two messages dark');
  await shot(page, 'trial-order-dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'two messages on a phone');
  await shot(page, 'trial-order-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await panel.getByRole('button', { name: 'Send B to the rest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(panel).toContainText(/B, by .+ at/);
  await expect(panel.getByRole('button', { name: 'Send B to the rest' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Settling|Completed/, { timeout: 90_000 });
  // The recipient list names the message of each recipient.
  await openPart(page, 'Recipients');
  const recipients = page.getByRole('region', { name: 'Recipients' }).first();
  await recipients.getByRole('button', { name: 'Refresh' }).click();
  await expect(recipients.getByRole('columnheader', { name: 'Message' })).toBeVisible();
  await recipients.getByRole('combobox', { name: 'Message' }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: 'Message A' }));
  await expect(recipients.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText('A');
  await expect(recipients.getByRole('cell', { name: 'B', exact: true })).toHaveCount(0);
});
