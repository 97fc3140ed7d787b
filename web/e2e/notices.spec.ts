import { expect } from '@playwright/test';
import { dev } from './dev';
import { ALONE, type Api, caller, expectAccessible, expectNoSideScroll, rowAct, signedIn, test } from './kit';
import { digits } from './unique';

const inAll = (text: string) => ({ zh_CN: text, en_US: text, pt_BR: text, zh_TW: text });

/** Writes and publishes something for one reader; gives its id. */
async function publish(admin: Api, kind: 'notice' | 'announcement', reader: string, title: string, more: object = {}) {
  const { id } = await admin<{ id: string }>('POST', `/im/${kind}`, {
    title: inAll(title),
    summary: inAll(`${title} in short`),
    content: inAll(
      `<p>About <b>${title}</b></p><img src="x" onerror="window.hurt = 1"><script>window.hurt = 1</script>`,
    ),
    audience: { kind: 'users', userIds: [reader] },
    ...more,
  });
  await admin('PUT', `/im/${kind}/publish/now?id=${id}`);
  return id;
}

test('notices arrive live, wait for each other, are read, deleted and cleared', ALONE, async ({ browser }) => {
  const admin = await caller(dev.logins.admin);
  const { page, complaints, close } = await signedIn(browser, 'customer');
  const me = (await caller(dev.logins.customer)).session.info as { userId: string };
  const stamp = digits(8);
  const [one, two, news] = [`First ${stamp}`, `Second ${stamp}`, `News ${stamp}`];
  await page.goto('/welcome');
  await expect(page.getByRole('img', { name: 'Live updates are on' })).toBeVisible();

  // A notice opens in a modal, a reminder only tells.
  await publish(admin, 'notice', me.userId, one);
  const modal = page.getByRole('dialog', { name: one });
  await expect(modal.getByText('About')).toBeVisible();
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();
  await expectAccessible(page, 'notice');
  await publish(admin, 'notice', me.userId, two, { noticeType: 2 });
  await expect(page.getByText(`${two} in short`)).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).last().click();
  await expect(modal).toBeHidden();

  // The bell has both tabs; what was closed is read.
  const bell = page.getByRole('button', { name: /^Notices/ });
  await bell.click();
  await page.getByRole('tab', { name: /^Notices/ }).click(); // it opens at the tab that has something to read
  await expect(page.getByRole('button', { name: new RegExp(`^${one}`) })).toHaveAttribute('data-unread', 'false');
  await page.getByRole('tab', { name: /^Reminders \(\d+\)/ }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${two}`) })).toHaveAttribute('data-unread', 'true');
  await expectAccessible(page, 'bell');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('tab', { name: 'Reminders', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/account\/myNotice\?type=2/);

  // The whole list; deleting removes from it.
  const row = page.getByRole('row', { name: new RegExp(two) });
  await expect(row).toContainText('Read');
  await rowAct(row, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await expectAccessible(page, 'my notices');

  // An announcement: a modal now, and the ticker for as long as it holds.
  const id = await publish(admin, 'announcement', me.userId, news);
  const said = page.getByRole('dialog', { name: news });
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Close' }).last().click();
  const tick = page.getByRole('button', { name: new RegExp(`notice \\d+: ${news} in short`) });
  await expect(tick).toBeAttached();
  await page.emulateMedia({ reducedMotion: 'no-preference' }); // who wants less motion has a line that stands
  await tick.focus();
  await expect(tick.locator('xpath=ancestor::ul')).toHaveCSS('animation-play-state', 'paused');
  await page.keyboard.press('Enter');
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');
  await admin('PUT', `/im/announcement/revoke?id=${id}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My notices' })).toBeVisible();
  await expect(tick).toHaveCount(0);
  expect(complaints).toEqual([]);
  await close();
});

test('notices on a phone, in the dark, in another language', async ({ browser }) => {
  const size = { width: 390, height: 844 };
  const { page, complaints, close } = await signedIn(browser, 'customer', { locale: 'zh-CN', dark: true }, size);
  await page.goto('/account/myNotice');
  await expect(page).toHaveTitle('我的通知 - Herald');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNoSideScroll(page, 'my notices');
  await expectAccessible(page, 'my notices on a phone');
  await page.getByRole('button', { name: /^通知，/ }).click();
  await expect(page.getByRole('tab', { name: /提醒/ })).toBeVisible();
  await expectAccessible(page, 'bell on a phone');
  expect(complaints).toEqual([]);
  await close();
});
