import { expect } from '@playwright/test';
import { actor, expectAccessible, expectNoSideScroll, prefer, signedIn, test } from './kit';
import { shot } from './looks';
import { unique } from './unique';

test('inbox: answers of the seed are read, and one is replied to, on every screen', async ({ browser }) => {
  const api = await actor('customer');
  const waiting = async () =>
    (await api<{ records: { text: string }[] }>('GET', '/gc/inbox/page')).records.some((c) =>
      JSON.stringify(c).includes('frete'),
    );
  await expect.poll(waiting, { timeout: 60_000 }).toBe(true);
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/send/inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByRole('link', { name: 'Quanto custa o frete' }).click(); // whichever is on top: one of them has opted out
  const talk = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect(talk.getByRole('log')).toBeVisible();
  const text = unique('Obrigado');
  await talk.getByRole('textbox', { name: 'Write a reply' }).fill(text);
  await talk.getByRole('button', { name: 'Send' }).click();
  await expect(talk.getByRole('log')).toContainText(text);
  await expect(talk.getByRole('timer')).toBeVisible();
  await expectAccessible(page, 'inbox light');
  await shot(page, 'inbox');
  await prefer(page, { dark: true });
  await expectAccessible(page, 'inbox dark');
  await shot(page, 'inbox-dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'conversation on a phone');
  await shot(page, 'inbox-phone');
  await talk.getByRole('button', { name: 'Back' }).click();
  await expect(list.getByRole('link').first()).toBeVisible();
  await expectNoSideScroll(page, 'inbox on a phone');
  await shot(page, 'inbox-phone-list');
  expect(complaints).toEqual([]);
  await close();
});
