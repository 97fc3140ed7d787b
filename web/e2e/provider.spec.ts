import { expect } from '@playwright/test';
import { dev } from './dev';
import {
  ALONE,
  type Api,
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  prefer,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { digits } from './unique';

type Keys = { token: string; also: string; appSecret: string };

/** Calls the control of the WhatsApp simulator. */
async function sim<T>(path: string, body?: object): Promise<T> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${dev.simulators.whatsapp}/_sim/${path}`, init);
  expect(answer.ok, path).toBe(true);
  return (await answer.json().catch(() => undefined)) as T;
}

/** The simulator's answer to a call with a token. */
async function answered(token: string): Promise<number> {
  const [id = ''] = Object.keys(await sim<Record<string, object>>('numbers'));
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${dev.simulators.whatsapp}/v23.0/${id}?fields=id`, { headers })).status;
}

/** Sends one message and waits until it is sent. */
async function sends(api: Api) {
  const form = new FormData();
  form.append('file', new Blob([`55119${digits(7)}1`]), 'contacts.txt');
  const headers = { Authorization: `Bearer ${api.session.token}` };
  const sent = await fetch(`${dev.api}/uf/uploadfile`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const { id } = await api<{ id: string }>('POST', '/gc/groupsendorder', {
    name: 'By the new token',
    fileId: data.id,
    countryCode: 'BR',
    channel: 'whatsapp',
    message: { type: 'text', text: 'Oi' },
  });
  await (await actor('admin'))('PUT', '/gc/groupsendorder/review', { ids: [id], pass: true });
  const count = () => api<{ counts: { sent: number } }>('GET', `/gc/groupsendorder/${id}`).then((o) => o.counts.sent);
  await expect.poll(count, { timeout: 60_000 }).toBe(1);
}

test('providers: a token is exchanged without a deployment and is never shown', ALONE, async ({ browser }) => {
  test.slow();
  const before = await sim<Keys>('keys');
  const token = `rotated-token-${digits(12)}`;
  const { api } = await newCustomer(1_000);
  const { page } = await signedIn(browser, 'admin');
  const answers: string[] = [];
  let changed = false;
  page.on('response', async (r) => {
    if (r.url().includes('/api/')) answers.push(await r.text().catch(() => ''));
  });
  try {
    await page.goto('/system/provider?name=WhatsApp');
    await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
    const account = page.getByRole('listitem', { name: 'Account of the deployment' });
    await expect(account).toContainText('From the deployment');
    await expect(page.getByText('Group size limit')).toBeVisible();
    await expectAccessible(page, 'provider light');
    await shot(page, 'provider');
    await prefer(page, { dark: true });
    await expectReadable(page, 'provider dark');
    await shot(page, 'provider-dark');
    await prefer(page, { dark: false });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSideScroll(page, 'provider on a phone');
    await shot(page, 'provider-phone');
    await page.setViewportSize({ width: 1280, height: 800 });

    await sim('keys', { token, also: before.token });
    await account.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('WhatsApp Business account ID').fill('x');
    await form.getByLabel('Access token').fill(token);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('The format is not valid')).toBeVisible();
    await expectAccessible(page, 'account form');
    await shot(page, 'provider-form');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await account.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Access token').fill(token);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(account).toContainText(/Set at .* by/);
    changed = true;

    await sim('keys', { token, also: '' });
    expect([await answered(before.token), await answered(token)]).toEqual([401, 200]);
    await account.getByRole('button', { name: 'Check connection' }).click();
    await expect(account).toContainText('Connected', { timeout: 30_000 });
    await sends(api);
    await page.goto('/system/audit');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(answers.filter((a) => a.includes(token) || a.includes(before.token))).toEqual([]);
  } finally {
    await sim('keys', { token: before.token, also: token });
    if (changed) await (await actor('admin'))('DELETE', '/lop/provider/account/whatsapp');
    await sim('keys', { token: before.token, also: '' });
  }
});
