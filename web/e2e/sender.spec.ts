import { expect, type Page } from '@playwright/test';
import { actor, expectAccessible, expectNoSideScroll, prefer, signedIn, test } from './kit';

type Row = { id: string; number: string; channel: string; warmUp: number };

const senders = async () =>
  (await (await actor('admin'))<{ records: Row[] }>('GET', '/gc/sender/page?size=100')).records;
const busy = (page: Page) => page.getByRole('region', { name: 'Senders' });
const lineOf = (page: Page, id: string) => page.locator(`tr[data-row-key="${id}"]`);

const WHATSAPP = { number: '15550783881', account: '9', accountTier: 1000, accountUsed: 640 };

/** The first number of WhatsApp as it stands on a day of work. */
async function stands(page: Page, id: string, as: object) {
  await page.route('**/gc/sender/page*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const r of answer.data.records) if (r.id === id) Object.assign(r, WHATSAPP, as);
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/send/sender');
  await expect(busy(page)).toHaveAttribute('aria-busy', 'false');
}

test('sender: the list shows in both themes and on a phone', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/send/sender');
  await expect(page.getByRole('heading', { level: 1, name: 'Senders' })).toBeVisible();
  await expect(busy(page)).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'sender light');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'sender dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'sender on a phone');
  await expectNoSideScroll(page, 'sender on a phone');
  expect(complaints).toEqual([]);
  await close();
});

test('sender: every channel is found, a number as it is shown', async ({ browser }) => {
  const all = await senders();
  const voice = all.find((r) => r.channel === 'voice');
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/send/sender?channel=voice');
  await expect(busy(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('tr[data-row-key]')).toHaveCount(voice ? 1 : 0);
  if (voice) await expect(lineOf(page, voice.id)).toContainText(`+${voice.number}`);
  const known = all.find((r) => r.channel === 'whatsapp' && r.number);
  if (known) {
    await page.goto(`/send/sender?name=${encodeURIComponent(`+${known.number}`)}`);
    await expect(page.locator('tr[data-row-key]')).toHaveCount(1);
    await expect(lineOf(page, known.id)).toContainText(`+${known.number}${known.id}`);
  }
  expect(complaints).toEqual([]);
  await close();
});

test('sender: what limits a number is said in words, on a desk', async ({ browser }) => {
  const id = (await senders()).find((r) => r.channel === 'whatsapp')?.id ?? '';
  const { page, complaints, close } = await signedIn(browser, 'admin', {}, { width: 1280, height: 800 });
  const day = { limit: 300, used: 300, limitBy: 'warmUp', warmUp: 150, warmDay: 2, state: 'full', quality: 'green' };
  await stands(page, id, day);
  for (const text of ['+15550783881', id, '300 of 300', 'warm-up, day 2', '640 of 1,000', 'first day: 150', 'High'])
    await expect(lineOf(page, id).getByText(text, { exact: true }).filter({ visible: true }).first()).toBeInViewport();
  // No cell is cut off at the right.
  expect(await busy(page).evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Provider’s tier' })).toBeInViewport();
  await expect(lineOf(page, id).getByText('1,000, account')).toBeInViewport();
  expect(await busy(page).evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);

  await lineOf(page, id).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit sender +15550783881' });
  await expect(dialog).toContainText(id);
  await expect(dialog).toContainText('Other numbers of its account take over');
  await expectAccessible(page, 'sender edit');
  expect(complaints).toEqual([]);
  await close();
});

test('sender: a phone shows how a number stands', async ({ browser }) => {
  const id = (await senders()).find((r) => r.channel === 'whatsapp')?.id ?? '';
  const { page, complaints, close } = await signedIn(browser, 'admin', {}, { width: 390, height: 844 });
  const restsUntil = '2026-11-26T01:58:00Z';
  await stands(page, id, {
    limit: 300,
    used: 300,
    limitBy: 'daily',
    warmUp: 0,
    state: 'rests',
    restsUntil,
    quality: 'red',
  });
  const line = lineOf(page, id);
  const facts = async () =>
    (await line.locator('dl > div').allInnerTexts()).map((fact) => fact.split('\n').filter(Boolean).join(': '));
  // The names of states come after the list.
  await expect
    .poll(facts)
    .toEqual([
      'State: Suspended: until 2026-11-26 09:58',
      'Channel: WhatsApp',
      'Sent in 24 h: 300 of 300: staff’s limit',
      'Whole account: 640 of 1,000: provider’s tier',
      expect.stringMatching(/^Weight: \d+$/),
      'Quality: Low',
      'Warm-up: none',
    ]);
  await line.scrollIntoViewIfNeeded();
  await expect(line.getByText('300 of 300').filter({ visible: true })).toHaveCount(1);
  expect(await busy(page).evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
  await expectAccessible(page, 'sender on a phone');
  await expectNoSideScroll(page, 'sender on a phone');
  expect(complaints).toEqual([]);
  await close();
});

test('sender: a warm-up begins, and one that was ended began never', async ({ browser }) => {
  const admin = await actor('admin');
  const before = (await senders()).find((r) => r.channel === 'voice');
  test.skip(!before || before.warmUp > 0, 'no sender that nothing is said about');
  const id = before?.id ?? '';
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/send/sender');
  const line = lineOf(page, id);
  const change = async (first: string) => {
    await line.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Warm-up, first day').fill(first);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  try {
    await change('90000');
    await expect(line.getByText('warm-up, day 1').filter({ visible: true })).toHaveCount(1);
    await change('0');
    await expect(line.getByText('no limit').filter({ visible: true })).toHaveCount(1);
    const { records } = await admin<{ records: { id: string; warmFrom: string | null }[] }>('GET', '/gc/sender/page');
    expect(records.find((r) => r.id === id)?.warmFrom).toBeNull();
  } finally {
    await admin('PUT', '/gc/sender', { id, warmUp: 0 });
  }
  expect(complaints).toEqual([]);
  await close();
});
