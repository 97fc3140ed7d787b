import { expect } from '@playwright/test';
import { dev } from './dev';
import { type Api, newCustomer, openPart, pickOption, signedIn, test } from './kit';
import { DESK, looks } from './looks';
import { digits } from './unique';

const FRAME = 'iframe[title="The email as mailboxes show it"]';

/** Local parts tell the simulated mailboxes what to do. */
const NAMES = ['ana', 'bia', 'caio', 'bounce.davi', 'softbounce.eva'] as const;

/** Makes a list of addresses; each is of this run alone. */
async function addressList(api: Api, name: string, run: string): Promise<string[]> {
  const wish = { name, countryCode: 'BR', type: 'email' };
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', wish);
  const emails = NAMES.map((n) => `${n}.${run}@gmail.com`);
  await api('POST', `/aty/contactsgroup/${id}/member`, { emails });
  return emails;
}

type Starter = { key: string; subject: string; design: object };

/** Makes a template of the starter of an offer. */
async function template(api: Api, name: string): Promise<Starter> {
  const starters = await api<Starter[]>('GET', '/edm/template/gallery');
  const starter = starters.find((s) => s.key === 'promotion');
  if (!starter) throw new Error('no starter');
  await api('POST', '/edm/template', { name, subject: starter.subject, design: starter.design });
  return starter;
}

type Mail = { to: string; subject: string };

/** What the simulated mailboxes got at these addresses. */
async function inbox(run: string): Promise<Mail[]> {
  const answer = await fetch(`${dev.inbox}messages?q=${run}`);
  const { messages } = (await answer.json()) as { messages: Mail[] };
  return messages.filter((m) => m.to.includes(run));
}

test('an email is written, checked, tested, ordered, reviewed, sent and settled', async ({ browser }) => {
  test.setTimeout(420_000);
  const run = digits(8);
  const title = `Spring ${run}`;
  const { api } = await newCustomer(5_000);
  await addressList(api, `Readers ${run}`, run);
  await template(api, `Offer ${run}`);
  const customer = await signedIn(browser, api, {}, DESK);
  const { page } = customer;

  await page.goto('/email/order');
  await expect(page.getByText('No email orders yet.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'New email' }).first().click();
  const form = page.getByRole('dialog', { name: 'New email' });
  await form.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(form.getByText(/Order name/).nth(1)).toBeVisible();
  await form.getByLabel('Order name').fill(title);
  await form.getByLabel('Contact list', { exact: true }).fill(run);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `Readers ${run}` }));
  await expect(form.getByTestId('audience')).toHaveText(`${NAMES.length} of ${NAMES.length} members get the email`);
  await looks(page, 'email-audience');
  await form.getByRole('button', { name: 'Next', exact: true }).click();

  const content = form.getByRole('region', { name: 'Content' });
  await content.getByRole('button', { name: /Template/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose an email template' });
  await picker.getByRole('row', { name: new RegExp(`Offer ${run}`) }).click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await expect(content.frameLocator(FRAME).locator('body')).not.toBeEmpty();
  await content.getByLabel('Subject').fill(`News ${run} for {name|friend}`);
  await content.getByLabel('Reply-to address').fill('nobody');
  await form.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(content).toBeVisible();
  await content.getByLabel('Reply-to address').fill('help@shop.example');
  await expect(content.getByText(`News ${run} for friend`)).toBeVisible();
  await looks(page, 'email-content');
  await form.getByRole('button', { name: 'Next', exact: true }).click();

  // Checked with a real recipient, and tested.
  const check = form.getByRole('region', { name: 'Check', exact: true }).first();
  await expect(check.getByText(`.${run}@gmail.com`, { exact: false })).toBeVisible();
  await expect(check.getByText('The order is complete and can be sent')).toBeVisible();
  await check.getByText('Dark', { exact: true }).click();
  await check.getByText('Phone', { exact: true }).click();
  await looks(page, 'email-check');
  await check.getByRole('button', { name: 'Send a test email' }).click();
  const tested = page.getByRole('dialog', { name: 'Send a test email' });
  await tested.getByRole('combobox', { name: 'Test addresses' }).fill(`test.${run}@gmail.com,`);
  await tested.getByRole('button', { name: 'Send a test email' }).click();
  const sent = page.getByRole('dialog', { name: 'The test is being sent' });
  await sent.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => (await inbox(`test.${run}`)).length, { timeout: 60_000 }).toBe(1);

  await form.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(form.getByTestId('estimated-cost')).toContainText(/\d/);
  await looks(page, 'email-send');
  await form.getByRole('button', { name: 'Place order' }).click();
  const ask = page.getByRole('dialog', { name: `Send the email to ${NAMES.length} recipients?` });
  await expect(ask).toContainText('soft bounces are refunded later');
  await ask.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${title} Under review`);

  // A reviewer sees it first.
  const admin = await signedIn(browser, 'admin', {}, DESK);
  await admin.page.goto('/email/order?status=1');
  await admin.page.getByRole('link', { name: title }).click();
  const email = admin.page.getByRole('region', { name: 'Email', exact: true });
  await expect(email.frameLocator(FRAME).locator('body')).not.toBeEmpty();
  await expect(admin.page.getByRole('region', { name: 'Audience' })).toContainText(`Readers ${run}`);
  await looks(admin.page, 'email-review');
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.page.getByText('The order was approved')).toBeVisible();

  // The emails arrive, and the page of the customer follows by itself.
  await expect
    .poll(async () => (await inbox(`.${run}`)).length, { timeout: 120_000 })
    .toBeGreaterThan(NAMES.length - 1);
  await expect(page.getByTestId('count-arrived')).toContainText('3', { timeout: 120_000 });
  await expect(page.getByTestId('count-failed')).toContainText('2');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Completed', { timeout: 240_000 });
  const settlement = page.getByRole('region', { name: 'Settlement' });
  await expect(settlement).toContainText('are refunded 30 working days after the settlement');
  await openPart(page, 'Recipients');
  const recipients = page.getByRole('region', { name: 'Recipients' }).first();
  await recipients.getByRole('button', { name: 'Refresh' }).click();
  await expect(recipients.getByRole('row', { name: /bounce\.davi/ }).first()).toContainText('Hard bounce');
  await looks(page, 'email-order');
  await page.goto('/email/order');
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Completed');
  await looks(page, 'email-list');
  expect(customer.complaints).toEqual([]);
  expect(admin.complaints).toEqual([]);
  await admin.close();
  await customer.close();
});

test('a form that is left for a template or another page is found as it was, and a draft brings it back', async ({
  browser,
}) => {
  const run = digits(8);
  const { api } = await newCustomer(100);
  await addressList(api, `Readers ${run}`, run);
  const { page, complaints, close } = await signedIn(browser, api, {}, DESK);
  await page.goto('/email/order?create=1');
  const form = page.getByRole('dialog', { name: 'New email' });
  await form.getByLabel('Order name').fill(`Kept ${run}`);
  await form.getByLabel('Contact list', { exact: true }).fill(run);
  await pickOption(page.locator('.ant-select-item-option', { hasText: `Readers ${run}` }));
  await form.getByRole('button', { name: /Content$/ }).click();
  const content = form.getByRole('region', { name: 'Content' });
  await content.getByText('Plain text', { exact: true }).click();
  await content.getByLabel('Subject').fill('Hello {name|friend}');
  await content.getByLabel('Text', { exact: true }).fill('Dear {name|friend}, {city}.');
  await expect(content.getByText('{city}', { exact: true })).toBeVisible();
  await content.getByRole('textbox', { name: '{city}' }).fill('Recife');
  await expect(content.locator('pre')).toContainText('Dear friend, Recife.');
  await content.getByText('Designed', { exact: true }).click();
  await content.getByRole('link', { name: 'Make a template from a starter' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Newsletter/ })).toBeVisible();
  await page.goBack();
  await expect(content.getByLabel('Subject')).toHaveValue('Hello {name|friend}');
  await content.getByText('Plain text', { exact: true }).click();
  await expect(content.getByLabel('Text', { exact: true })).toHaveValue('Dear {name|friend}, {city}.');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('The draft was saved')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  const draft = page.getByRole('dialog', { name: `Draft “Kept ${run}”` });
  await draft.getByRole('button', { name: /Content$/ }).click();
  await expect(draft.getByLabel('Text', { exact: true })).toHaveValue('Dear {name|friend}, {city}.');
  await expect(draft.getByRole('textbox', { name: '{city}' })).toHaveValue('Recife');
  expect(complaints).toEqual([]);
  await close();
});
