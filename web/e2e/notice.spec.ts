import { expect, type Page } from '@playwright/test';
import { dev } from './dev';
import { ALONE, actor, caller, expectAccessible, rowAct, signedIn, test } from './kit';
import { unique } from './unique';

const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });

const act = (page: Page, title: string, name: string) => rowAct(row(page, title), name);

test('an announcement is written, published live, looked back at and revoked', ALONE, async ({ browser }) => {
  const staff = await signedIn(browser, 'admin');
  const reader = await signedIn(browser, 'customer');
  const { page } = staff;
  const title = unique('Maintenance');
  await reader.page.goto('/welcome');
  await expect(reader.page.getByRole('img', { name: 'Live updates are on' })).toBeVisible();

  await page.goto('/system/announcement');
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a title in at least one language')).toBeVisible();
  const lines = form.getByRole('textbox', { name: /English/ });
  await lines.nth(0).fill(title);
  await lines.nth(1).fill('Tonight at ten');
  const editor = form.locator('.tiptap').first();
  await editor.click();
  await page.keyboard.type('All ');
  await form.getByRole('button', { name: 'Bold' }).first().click();
  await expect(editor).toBeFocused(); // it takes the focus back a frame later
  await page.keyboard.type('services');
  await expectAccessible(page, 'compose');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row(page, title)).toContainText('All users');

  await act(page, title, 'Publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  const live = reader.page.getByRole('dialog', { name: title, exact: true });
  await expect(live.getByText('services')).toBeVisible();
  await expect(live.locator('strong, b').getByText('services')).toBeVisible();
  const own = page.getByRole('dialog', { name: title, exact: true }); // staff are readers too
  await expect(own.getByText('services')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();

  await act(page, title, 'History');
  await expect(page.getByRole('dialog').getByText('Published').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await act(page, title, 'Preview');
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(page, 'preview');
  await page.keyboard.press('Escape');

  await act(page, title, 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  const customer = await actor('customer');
  await expect
    .poll(async () =>
      (await customer<{ contents: { title: string } }[]>('GET', '/im/announcement/no/expire')).filter(
        (a) => a.contents.title === title,
      ),
    )
    .toEqual([]);
  await staff.close();
  await reader.close();
});

test('a draft is changed with its content and its readers', async ({ browser }) => {
  const admin = await caller(dev.logins.admin);
  const title = unique('Draft');
  await admin('POST', '/im/notice', {
    title,
    content: '<p>Old words</p>',
    audience: { kind: 'types', types: [2, 11] },
  });
  const { page, close } = await signedIn(browser, 'admin');
  await page.goto('/system/notice');
  await act(page, title, 'Edit');
  const form = page.getByRole('dialog');
  await expect(form.locator('.tiptap').first()).toContainText('Old words');
  await form.locator('.tiptap').first().fill('New words');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const page1 = await admin<{ records: { id: string; contents: { title: string } }[] }>(
    'GET',
    `/im/notice/page?title=${encodeURIComponent(title)}`,
  );
  const whole = await admin<{ content: unknown; audience: { types: number[] } }>(
    'GET',
    `/im/notice?id=${page1.records[0]?.id}`,
  );
  expect(JSON.stringify(whole.content)).toContain('New words');
  expect(whole.audience.types).toEqual([2, 11]);
  await close();
});

test('a country is limited and freed', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'admin');
  const admin = await actor('admin');
  await admin('DELETE', '/gc/bulksendstock/NZ').catch(() => {});
  await page.goto('/system/stock');
  await page.getByRole('button', { name: 'Limit a country' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox').click();
  await expect(form.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('New Zealand');
  await page.keyboard.press('Enter');
  await form.getByRole('spinbutton').fill('120');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'NZ')).toContainText('120');
  await act(page, 'NZ', 'Remove the limit');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the limit' }).click();
  await expect(row(page, 'NZ')).toHaveCount(0);
  await close();
});
