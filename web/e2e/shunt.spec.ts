import { expect } from '@playwright/test';
import { dev } from './dev';
import { newCustomer, pickOption, rowAct, signedIn, test } from './kit';
import { looks, shot } from './looks';

const PHONE_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Opens a short link as a visitor without a cookie. */
const visit = (code: string, headers: Record<string, string> = {}) =>
  fetch(`${dev.url}/s/${code}`, { redirect: 'manual', headers: { 'user-agent': PHONE_BROWSER, ...headers } });

const INVITE = 'https://chat.whatsapp.com/Hh0aB1cD2eF3gH4iJ5kL6m';

test('a link is made, gets its numbers, and leads each visitor to one of them', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/shunt/link');
  await expect(page.getByText('No shunting links yet.')).toBeVisible();
  await shot(page, 'shunt-links-empty');
  await page.getByRole('button', { name: 'Add link' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Spring sale');
  await form.getByRole('combobox', { name: 'Country' }).fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByLabel('Greeting').fill('Olá, quero saber mais');
  await looks(page, 'shunt-link-form');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Spring sale/ });
  await expect(row).toBeVisible();
  const { records } = await api<{ records: { code: string; id: string }[] }>('GET', '/shunt/link/page');
  const { code } = records[0] as { code: string };

  await rowAct(row, 'Numbers or groups');
  await expect(page).toHaveURL(/\/shunt\/number\?linkId=/);
  await page.getByRole('button', { name: 'Import numbers' }).first().click();
  const load = page.getByRole('dialog', { name: 'Import numbers' });
  await load.getByLabel('Numbers', { exact: true }).fill('5511987654321\n5511987654322\n14155550123');
  await shot(page, 'shunt-import');
  await load.getByRole('button', { name: 'Import numbers' }).click();
  await expect(load.getByRole('row', { name: /14155550123/ })).toBeVisible();
  await looks(page, 'shunt-imported');
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody tr:visible')).toHaveCount(2);
  await shot(page, 'shunt-numbers');

  const led = [];
  for (let i = 0; i < 4; i++) led.push((await visit(code)).headers.get('location') ?? '');
  const text = `text=${encodeURIComponent('Olá, quero saber mais').replaceAll('%20', '+')}`;
  expect(led.filter((to) => to.startsWith('https://wa.me/5511987654321?')).length).toBe(2);
  expect(led.filter((to) => to.startsWith('https://wa.me/5511987654322?')).length).toBe(2);
  expect(decodeURIComponent((led[0] as string).replaceAll('+', ' '))).toContain(
    decodeURIComponent(text.replaceAll('+', ' ')),
  );
  const preview = await visit(code, { 'user-agent': 'WhatsApp/2.24.1 A' });
  expect([preview.status, await preview.text()]).toEqual([200, expect.stringContaining('og:title')]);

  await page.goto('/shunt/link');
  await expect(async () => {
    await page.reload();
    await expect(
      page
        .getByRole('row', { name: /Spring sale/ })
        .getByRole('cell', { name: '4', exact: true })
        .first(),
    ).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await shot(page, 'shunt-links');
  await rowAct(row, 'Statistics');
  await expect(page.getByRole('dialog', { name: 'Clicks of Spring sale' }).getByText('By country')).toBeVisible();
  await looks(page, 'shunt-stat');
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await rowAct(row, 'Download QR code (SVG)');
  expect((await saved).suggestedFilename()).toBe(`qr-${code}.svg`);
  expect(complaints).toEqual([]);
  await close();
});

test('a group link is checked, and a link that is disabled says so to its visitors', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const body = { name: 'Community', kind: 'group', countryCode: 'BR' };
  const { id, code } = await api<{ id: string; code: string }>('POST', '/shunt/link', body);
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto(`/shunt/group?linkId=${id}`);
  await page.getByRole('button', { name: 'Add group' }).first().click();
  const form = page.getByRole('dialog');
  await expect(form.getByText('Community')).toBeVisible(); // the link whose groups are shown
  const address = form.getByRole('textbox', { name: 'Invite link' });
  await address.fill('https://example.com/Hh0aB1cD2eF3gH4iJ5kL6m');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/chat\.whatsapp\.com/).first()).toBeVisible();
  await looks(page, 'shunt-group-form');
  await address.fill(INVITE);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Hh0aB1cD2eF3gH4iJ5kL6m/ })).toBeVisible();
  expect((await visit(code)).headers.get('location')).toBe(INVITE);
  await shot(page, 'shunt-groups');
  await page.goto('/shunt/link');
  await rowAct(page.getByRole('row', { name: /Community/ }), 'Disable');
  await page.getByRole('dialog', { name: 'Disable Community?' }).getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Link disabled')).toBeVisible();
  const closed = await visit(code, { 'accept-language': 'pt-BR' });
  expect(closed.headers.get('location')).toBeNull();
  expect(await closed.text()).toContain('lang="pt-BR"');
  expect(complaints.filter((c) => !/status of 400/.test(c))).toEqual([]);
  await close();
});
