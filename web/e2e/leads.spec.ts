import { expect } from '@playwright/test';
import { dev } from './dev';
import { actor, caller, newCustomer, pickOption, signedIn, test } from './kit';
import { looks, shot } from './looks';

/** A sign-in name that no other run has. */
const login = () => `137${String(Date.now()).slice(-8)}`;

test('a visitor of a channel sends its form, is followed up, and becomes a customer with a referrer', async ({
  browser,
}) => {
  const admin = await actor('admin');
  const password = 'Blue-Kettle-71';
  const promoter = { username: `promo${login()}`, password };
  const { userId: promoterId } = await admin<{ userId: string }>('POST', '/sysuser', {
    ...promoter,
    name: 'Bia Promoter',
    phone: login(),
    roles: ['promoter'],
  });
  const { page, complaints, close } = await signedIn(browser, admin);
  const name = `Fair ${Date.now() % 100000}`;

  await page.goto('/channel/sales');
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await pickOption(page.getByTitle('Event', { exact: true }));
  await form.getByLabel('utm_source').fill('fair');
  await looks(page, 'channel-form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  const found = await admin<{ records: { id: string; code: string }[] }>(
    'GET',
    `/channel/sales/page?name=${name.replace(' ', '%20')}`,
  );
  const channel = found.records[0] as { id: string; code: string };
  await admin('PUT', '/channel/sales', { id: channel.id, name, kind: 'event', ownerId: promoterId });

  // The visitor is signed in nowhere.
  const context = await browser.newContext({ locale: 'pt-BR' });
  const visitor = await context.newPage();
  await visitor.goto(`${dev.url}/f/${channel.code}?utm_source=fair`);
  await expect(visitor.getByRole('heading', { name: 'Fale conosco' })).toBeVisible();
  await shot(visitor, 'leads-form');
  await visitor.getByLabel('Nome').fill('Ada Lima');
  await visitor.getByLabel('Telefone com código do país').fill('11 98765');
  await visitor.getByRole('checkbox').check();
  await visitor.getByRole('button', { name: 'Enviar' }).click();
  await expect(visitor.getByText('Informe um telefone válido')).toBeVisible();
  await shot(visitor, 'leads-form-wrong');
  await visitor.getByLabel('Telefone com código do país').fill(`+55 119${String(Date.now()).slice(-8)}`);
  await visitor.getByLabel('E-mail').fill(`ada${Date.now()}@lima.com`);
  await visitor.getByRole('button', { name: 'Enviar' }).click();
  await expect(visitor.getByRole('heading', { name: 'Recebemos seus dados' })).toBeVisible();
  await context.close();

  await page.goto(`/channel/lead?channelName=${encodeURIComponent(name)}`);
  await shot(page, 'leads');
  await page.getByRole('link', { name: 'Ada Lima' }).click();
  await page.getByLabel('Note').fill('Wants a price for 10,000 messages');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Wants a price for 10,000 messages' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark qualified' }).click();
  await expect(page.getByRole('button', { name: 'Mark contacted' })).toBeVisible();
  await looks(page, 'lead');
  await page.getByRole('button', { name: 'Make customer' }).click();
  const convert = page.getByRole('dialog');
  await convert.getByLabel('Sign-in phone').fill(login());
  await looks(page, 'lead-convert');
  await convert.getByRole('button', { name: 'Make customer' }).click();
  await expect(page.getByText('Customer created')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show customer' })).toBeVisible();

  const leads = await admin<{ records: { id: string; status: string; userId: string }[] }>(
    'GET',
    `/channel/lead/page?channelId=${channel.id}`,
  );
  const lead = leads.records[0] as { id: string; status: string; userId: string };
  expect(lead.status).toBe('converted');
  const customer = await admin<{ recommendUserId: string }>('GET', `/aty/customerinfo/${lead.userId}`);
  expect(customer.recommendUserId).toBe(promoterId);

  // Another tenant finds nothing.
  const stranger = await newCustomer(0);
  await expect(stranger.api('GET', `/channel/lead/${lead.id}`)).rejects.toThrow(/404/);

  await page.goto('/channel/sales');
  await page.getByRole('button', { name: 'Funnel' }).first().click();
  await expect(page.getByTestId('leadfunnel-customers')).toBeVisible();
  await looks(page, 'channel-funnel');
  await page.keyboard.press('Escape');
  await page.goto('/channel/visitor');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await shot(page, 'visitors');
  await page.goto('/welcome');
  await expect(page.getByTestId('home-won')).toBeVisible();
  await shot(page, 'leads-home');
  expect(complaints).toEqual([]);
  await close();

  // The promoter sees who came through its channel, without the number.
  const own = await signedIn(browser, await caller(promoter));
  await own.page.goto('/channel/own');
  await expect(own.page.getByRole('row', { name: /Ada Lima/ })).toContainText('•');
  await expect(own.page.getByText(`/f/${channel.code}`)).toBeVisible();
  await looks(own.page, 'promotion');
  await own.page.goto('/welcome');
  await expect(own.page.getByTestId('promotion-customers')).toHaveText('1');
  await shot(own.page, 'promoter-home');
  expect(own.complaints).toEqual([]);
  await own.close();
});
