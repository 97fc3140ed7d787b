import fs from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { askExport, exportOf } from './exported';
import { actor, expectAccessible, expectNoSideScroll, expectReadable, prefer, rowAct, signedIn, test } from './kit';
import { digits } from './unique';

const stamp = () => digits(8);

/** A form in both themes, and on a phone without side scroll. */
async function judged(page: Page, where: string) {
  await expectAccessible(page, `${where} light`);
  await prefer(page, { dark: true });
  await expectReadable(page, `${where} dark`);
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, `${where} on a phone`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function confirm(page: Page, title: RegExp, button: string) {
  const ask = page.getByRole('dialog', { name: title });
  await ask.getByRole('button', { name: button }).click();
  await expect(ask).toHaveCount(0);
}

test('pickers: a definition is tried in the real picker before it is saved', async ({ browser }) => {
  const admin = await signedIn(browser, 'admin');
  const { page } = admin;
  const keyword = `e2e_${stamp()}`;
  await page.goto('/system/lov');
  await page.getByRole('button', { name: 'Add a picker' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a picker' });
  await form.getByLabel('Keyword').fill(keyword);
  await form
    .getByRole('textbox', { name: /English/ })
    .first()
    .fill('Choose a land');
  await form.getByLabel('List URL', { exact: true }).fill('/conf/country/lovPage');
  await form.getByLabel('Row key').fill('code');
  await form.getByLabel('Shown field').fill('name');
  const column = form.getByRole('group', { name: 'Columns 1' });
  await column.getByRole('textbox', { name: 'Field', exact: true }).fill('name');
  await column.getByRole('textbox', { name: /English/ }).fill('Land');
  await form.getByRole('button', { name: 'Add a search field' }).click();
  const search = form.getByRole('group', { name: 'Search fields 1' });
  await search.getByRole('textbox', { name: 'Field', exact: true }).fill('name');
  await search.getByRole('textbox', { name: /English/ }).fill('Land name');
  await judged(page, 'picker form');
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByLabel('Picker preview').click();
  const picker = page.getByRole('dialog', { name: 'Choose a land' });
  await picker.getByRole('textbox', { name: 'Land name' }).fill('Brazil');
  await picker.getByRole('textbox', { name: 'Land name' }).press('Enter');
  await picker.getByRole('row', { name: /Brazil/ }).click();
  await expectAccessible(page, 'picker preview');
  await picker.getByRole('button', { name: 'OK' }).click();
  await expect(form.getByText('"BR"')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await page.goto(`/system/lov?keyword=${keyword}`);
  const row = page.getByRole('row', { name: new RegExp(keyword) });
  await expect(row).toContainText('/conf/country/lovPage');
  await rowAct(row, 'Delete');
  await confirm(page, /Delete “Choose a land”/, 'Delete');
  await expect(row).toHaveCount(0);
  expect(admin.complaints).toEqual([]);
  await admin.close();
});

test('exports: a file at once, and one from the background', async ({ browser }) => {
  const admin = await signedIn(browser, 'admin');
  const api = await actor('admin');
  const { page } = admin;
  await page.goto('/system/country');
  expect((await exportOf(page)).suggestedFilename()).toMatch(/^countries-\d{8}-\d{6}\.xlsx$/);
  const chosen = await exportOf(page, page, { format: 'CSV', without: ['Disabled'] });
  expect(chosen.suggestedFilename()).toMatch(/^countries-.*\.csv$/);
  const [head] = fs.readFileSync(await chosen.path(), 'utf8').split('\r\n');
  expect(head).toMatch(/^\ufeff/);
  expect(head).not.toContain('Disabled');
  await api('PUT', '/lop/system/config/export.rows.inline', { value: 100 });
  try {
    // A function believes a setting for a second.
    await expect
      .poll(() =>
        api('GET', '/conf/country/export').then(
          (d) => 'taskId' in d,
          () => false,
        ),
      )
      .toBe(true);
    await askExport(page);
    await expect(page.getByText('Exporting')).toBeVisible();
    await page.goto('/account/exports');
    const row = page.getByRole('row', { name: /Countries/ }).first();
    await expect(row).toContainText('Done', { timeout: 60_000 });
    await judged(page, 'exports');
    const file = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download Countries' }).click();
    expect((await file).suggestedFilename()).toMatch(/^countries-/);
  } finally {
    await api('DELETE', '/lop/system/config/export.rows.inline');
  }
  expect(admin.complaints).toEqual([]);
  await admin.close();
});
