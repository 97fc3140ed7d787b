import { type Browser, expect, type Page } from '@playwright/test';
import { dev } from './dev';
import {
  type Api,
  actor,
  caller,
  expectAccessible,
  expectNoSideScroll,
  newCustomer,
  pickOption,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { digits } from './unique';

const run = digits(6);
const PICTURE = {
  name: 'p.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** A number that no simulator has a script for. */
const number = (n: number) => `55119${n}${run}1`;

/** A recipient writes, by the simulator of its provider. */
async function says(simulator: 'whatsapp' | 'twilio', said: object) {
  const sent = await fetch(`${dev.simulators[simulator]}/_sim/inbound`, { method: 'POST', body: JSON.stringify(said) });
  expect(sent.ok, await sent.text()).toBe(true);
}

/** An order that has reached a number. */
async function reached(api: Api, to: string, more: object) {
  const form = new FormData();
  form.append('file', new Blob([to]), 'contacts.txt');
  const headers = { Authorization: `Bearer ${api.session.token}` };
  const sent = await fetch(`${dev.api}/uf/uploadfile`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const message = { type: 'text', text: 'Oi' };
  const wish = { name: `Talk ${to}`, fileId: data.id, countryCode: 'BR', channel: 'whatsapp', message, ...more };
  const { id } = await api<{ id: string }>('POST', '/gc/groupsendorder', wish);
  await (await actor('admin'))('PUT', '/gc/groupsendorder/review', { ids: [id], pass: true });
  const sending = () => api<{ counts: { sent: number } }>('GET', `/gc/groupsendorder/${id}`).then((o) => o.counts.sent);
  await expect.poll(sending, { timeout: 60_000 }).toBe(1);
}

/** A user of the customer service. */
async function service(name: string) {
  const username = `${name}${run}`;
  const who = { username, password: 'Green-Kettle-70' };
  await (await actor('admin'))('POST', '/sysuser', { ...who, name: `${name} ${run}`, roles: ['service'] });
  return caller(who);
}

async function inbox(browser: Browser, who: Api, search = '') {
  const it = await signedIn(browser, who);
  await it.page.goto(`/send/inbox${search}`);
  await expect(it.page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  return it;
}

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const talk = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });
const said = (page: Page) => talk(page).getByRole('log');

/** Assigns the conversation to a user by a name that is offered. */
async function assign(page: Page, typed: string, name: string) {
  const field = talk(page).getByRole('combobox', { name: 'Assignee' });
  await field.fill(typed);
  await pickOption(page.locator('.ant-select-item-option', { hasText: name }));
  await expect(talk(page)).toContainText(name);
}

test('a conversation is given to the service, answered with a picture and taken over', async ({ browser }) => {
  test.slow();
  const { api } = await newCustomer(1_000);
  const to = number(6);
  await reached(api, to, {});
  await says('whatsapp', { from: to, text: `Tem em azul? ${run}` });
  const [ana, rui] = [await service('ana'), await service('rui')];
  const first = await inbox(browser, ana, '?show=mine');
  await expect(list(first.page)).toContainText('No conversation is assigned to you');

  const staff = await inbox(browser, await actor('admin'), '?show=nobody');
  await list(staff.page)
    .getByRole('link', { name: `Tem em azul? ${run}` })
    .click();
  await assign(staff.page, `ana ${run}`, `ana ${run}`);
  await expect(list(staff.page).getByRole('link', { name: `Tem em azul? ${run}` })).toHaveCount(0);

  // The assignee gets a notice at once.
  await list(first.page)
    .getByRole('link', { name: `Tem em azul? ${run}` })
    .click();
  await talk(first.page).locator('input[type=file]').setInputFiles(PICTURE);
  await talk(first.page).getByRole('textbox', { name: 'Caption' }).fill('Em azul');
  await talk(first.page).getByRole('button', { name: 'Send' }).click();
  await expect(said(first.page)).toContainText('Em azul');
  await expect(said(first.page).getByRole('img', { name: 'Picture' })).toHaveJSProperty('naturalWidth', 1);
  await expect(said(first.page)).toContainText(/Sent|Delivered|Read/, { timeout: 60_000 });
  await expectAccessible(first.page, 'a reply with a picture');

  const second = await inbox(browser, rui);
  await list(second.page).getByRole('link', { name: 'Em azul' }).click();
  await assign(second.page, '', 'Me');
  await expect(list(first.page)).toContainText('No conversation is assigned to you');
  await talk(second.page).getByRole('textbox', { name: 'Write a reply' }).fill('Aqui é o Rui');
  await talk(second.page).getByRole('button', { name: 'Send' }).click();
  await expect(said(second.page)).toContainText('Aqui é o Rui');
  await expect(said(second.page)).toContainText(`rui ${run}`);
  for (const it of [staff, first, second]) {
    expect(it.complaints).toEqual([]);
    await it.close();
  }
});

test('behind the 24 hours only a template is written, and it is', async ({ browser }) => {
  test.slow();
  const { api } = await newCustomer(1_000);
  const admin = await actor('admin');
  const name = `Volta ${run}`;
  const content = 'Oi {nome}, ainda posso ajudar?';
  const { id } = await api<{ id: string }>('POST', '/gc/template', {
    ...{ name, language: 'pt_BR', category: 'MARKETING', content, placeholders: [{ name: 'nome', content: 'Ana' }] },
  });
  await admin('PUT', '/gc/template/review', { ids: [id], pass: true });
  const status = () => api<{ status: string }>('GET', `/gc/template/${id}`).then((t) => t.status);
  await expect.poll(status, { timeout: 60_000 }).toBe('approved');
  const to = number(7);
  await reached(api, to, {});
  await says('whatsapp', { from: to, text: `Ontem ${run}`, at: Math.floor(Date.now() / 1000) - 30 * 3600 });

  const { page, complaints, close } = await inbox(browser, api);
  await list(page)
    .getByRole('link', { name: `Ontem ${run}` })
    .click();
  await expect(talk(page)).toContainText('The 24-hour window is closed');
  await expect(talk(page).getByRole('textbox', { name: 'Write a reply' })).toHaveCount(0);
  await expect(talk(page).getByRole('timer')).toHaveCount(0);
  await expectAccessible(page, 'a closed window');
  await talk(page).getByRole('button', { name: 'Template' }).click();
  const form = page.getByRole('dialog', { name: 'Reply by template' });
  await form.getByLabel('Template', { exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a template' });
  await picker.getByRole('row', { name: new RegExp(name) }).click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await form.getByLabel('nome').fill('Lia');
  await expect(form).toContainText('Oi Lia, ainda posso ajudar?');
  await expectAccessible(page, 'a reply by template');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(said(page)).toContainText('Oi Lia, ainda posso ajudar?');
  await expect(said(page)).toContainText('Template');
  await expect(said(page)).toContainText(/Sent|Delivered|Read/, { timeout: 60_000 });
  // The recipient's next answer opens the window, and the console shows it by itself.
  await says('whatsapp', { from: to, text: 'Sim' });
  await expect(talk(page).getByRole('textbox', { name: 'Write a reply' })).toBeVisible({ timeout: 60_000 });
  await expect(talk(page).getByRole('timer')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('a picture that answers a short message is seen, on a phone too', async ({ browser }) => {
  const { api } = await newCustomer(1_000);
  const to = number(8);
  await reached(api, to, { channel: 'sms', provider: 'twilio' });
  await says('twilio', {
    from: to,
    text: `Chegou assim ${run}`,
    media: [{}, { type: 'text/html', data: btoa('<b>') }],
  });
  const { page, complaints, close } = await inbox(browser, api);
  await list(page).getByRole('link').click();
  await expect(said(page)).toContainText(`Chegou assim ${run}`);
  await expect(said(page).getByRole('img', { name: 'Picture' })).toHaveJSProperty('naturalWidth', 320);
  await expect(said(page).getByRole('img', { name: 'Picture' })).toHaveCount(1); // the page is a file to be saved
  await expect(said(page).getByRole('link')).toHaveCount(2);
  await expectAccessible(page, 'a picture of a short message');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'a picture on a phone');
  await shot(page, 'talk-mms-phone');
  expect(complaints).toEqual([]);
  await close();
});
