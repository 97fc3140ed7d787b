import { expect } from '@playwright/test';
import { newCustomer, pickOption, rowAct, signedIn, test } from './kit';
import { looks } from './looks';

const choose = (text: string, name = 'people.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('refused rows are shown in full, page by page, and come back corrected; the history keeps them', async ({
  browser,
}) => {
  const { api } = await newCustomer(0);
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name: 'Leads', countryCode: 'BR' });
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto(`/send/contact?id=${id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const load = page.getByRole('dialog', { name: 'Import into “Leads”' });
  const bad = Array.from({ length: 25 }, (_, i) => `Bia ${i},12${i},"São Paulo, centro"`);
  const text = ['Nome,phoneNumber,Cidade', 'Ana,5511987654321,Rio', ...bad].join('\n');
  await load.locator('input[type=file]').setInputFiles(choose(text));
  await expect(load.getByText('1 number imported, 25 refused')).toBeVisible({ timeout: 60_000 });
  await expect(load.getByText('25 rows were refused')).toBeVisible();
  await expect(load.getByRole('columnheader', { name: 'Cidade' })).toBeVisible();
  await expect(load.getByRole('row', { name: /^3 120 .*Bia 0 São Paulo, centro$/ })).toBeVisible();
  await expect(load.getByRole('row')).toHaveCount(1 + 10);
  await load.getByTitle('3', { exact: true }).click();
  await expect(load.getByRole('row', { name: /^27 1224 .*Bia 24/ })).toBeVisible();
  for (const type of ['xlsx', 'csv']) {
    await expect(load.getByRole('link', { name: `Refused rows as ${type}` })).toHaveAttribute('href', /import-errors/);
  }
  await looks(page, 'contact-refused');
  await load.getByRole('button', { name: 'Import the corrected file' }).click();
  const fixed = ['line,phoneNumber,code,message,Nome,Cidade', '3,5511987654322,40066,too short,Bia,Rio'].join('\n');
  await load.locator('input[type=file]').setInputFiles(choose(fixed));
  await expect(load.getByText('1 number imported', { exact: true })).toBeVisible({ timeout: 60_000 });
  await load.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('row', { name: /Import .*people.csv.*1 added · 25 refused/ })).toBeVisible();
  await looks(page, 'contact-history');
  await page
    .getByRole('row', { name: /25 refused/ })
    .getByRole('button', { name: 'Show' })
    .click();
  await expect(load.getByText('25 rows were refused')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('members are typed in, looked at and filtered by number segments', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name: 'Typed', countryCode: 'BR' });
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto(`/send/contact?id=${id}`);
  await page.getByRole('button', { name: 'Add numbers' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add numbers' });
  await form.getByLabel('Number', { exact: true }).fill('5511987654321\n+55 21 98765-4322\n12\n5511987654321');
  await looks(page, 'contact-add');
  await form.getByRole('button', { name: 'Add numbers' }).click();
  await expect(page.getByText('2 numbers added, 1 already in the list, 1 refused')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody tr:visible')).toHaveCount(2);
  await page.goto(`/send/contact?id=${id}&m_segment=5521987`);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await rowAct(page.locator('tbody tr').first(), 'Evidence');
  await expect(page.getByText('Added to this list')).toBeVisible();
  await looks(page, 'contact-member');
  await page.goto(`/send/contact?id=${id}&m_segment=%2B5521987`);
  await expect(page.getByText('Enter the number segment without +').first()).toBeVisible();
  expect(complaints.filter((c) => !c.includes('400'))).toEqual([]);
  await close();
});

test('staff make a collection for a customer, whose name its row and whose list has it', async ({ browser }) => {
  const { api, login } = await newCustomer(0);
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/send/contact?create');
  const form = page.getByRole('dialog', { name: 'New contact list' });
  await form.getByLabel('Name', { exact: true }).fill(`For ${login.username}`);
  await form.getByRole('combobox', { name: 'Country' }).fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await form.getByRole('button', { name: 'Customer', exact: true }).click();
  const picker = page.getByRole('dialog').last();
  await picker.getByRole('textbox', { name: 'Name' }).fill(`Test ${login.username}`);
  await picker.getByRole('button', { name: 'Search' }).click();
  await picker
    .getByRole('row', { name: new RegExp(login.username) })
    .getByRole('radio')
    .click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await form.getByRole('button', { name: 'Create and import' }).click();
  await expect(page.getByRole('dialog', { name: `Import into “For ${login.username}”` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: new RegExp(`For ${login.username}`) })).toContainText(
    `Test ${login.username}`,
  );
  const mine = await api<{ records: { name: string }[] }>('GET', '/aty/contactsgroup/page');
  expect(mine.records.map((c) => c.name)).toEqual([`For ${login.username}`]);
  expect(complaints).toEqual([]);
  await close();
});

test('collections are merged, split, copied and taken off each other', async ({ browser }) => {
  const { api } = await newCustomer(0);
  for (const [name, numbers] of [
    ['North', ['5511987654321', '5511987654322', '5511987654323']],
    ['South', ['5511987654323', '5511987654324']],
  ] as const) {
    const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'BR' });
    await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers: numbers });
  }
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/contact');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  for (const name of ['North', 'South']) await row(name).getByRole('checkbox').check();
  await page.getByRole('status').getByRole('button', { name: 'Merge' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge lists' });
  await merge.getByLabel('Name of the new list').fill('Both');
  await looks(page, 'contact-merge');
  await merge.getByRole('button', { name: 'Create' }).click();
  await expect(row('Both')).toContainText('Ready', { timeout: 60_000 });
  await expect(row('Both').getByRole('cell').nth(4)).toHaveText('4');
  await rowAct(row('Both'), 'Split');
  const split = page.getByRole('dialog', { name: 'Split list' });
  await split.getByLabel('Name of the parts (numbered)').fill('Half');
  await looks(page, 'contact-split');
  await split.getByRole('button', { name: 'Create' }).click();
  await expect(row('Half 2')).toContainText('Ready', { timeout: 60_000 });
  await rowAct(row('North'), 'Exclude other lists');
  const less = page.getByRole('dialog', { name: 'Exclude members of other lists' });
  await less.getByLabel('Name of the new list').fill('Only north');
  await less.getByLabel('Lists to exclude').fill('South');
  await pickOption(page.locator('.ant-select-item-option', { hasText: 'South' }));
  await page.keyboard.press('Escape');
  await less.getByRole('button', { name: 'Create' }).click();
  await expect(row('Only north')).toContainText('Ready', { timeout: 60_000 });
  await looks(page, 'contact-list');
  expect(complaints).toEqual([]);
  await close();
});

test('a screening is priced, started, and ends in the history', async ({ browser }) => {
  const { api } = await newCustomer(1000);
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name: 'Screened', countryCode: 'BR' });
  await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers: ['5511987654321', '5511987654322'] });
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto(`/send/contact?id=${id}`);
  await page.getByRole('button', { name: 'Screen', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Screen “Screened”' });
  await expect(form.getByText('1,000', { exact: true })).toBeVisible(); // charged at least for
  await looks(page, 'contact-screen');
  await form.getByRole('button', { name: 'Start screening' }).click();
  await expect(page.getByText('Screening started')).toBeVisible();
  await expect
    .poll(() => api<{ screenStatus: string }>('GET', `/aty/contactsgroup/${id}`).then((c) => c.screenStatus), {
      timeout: 100_000,
    })
    .toBe('completed');
  await page.goto(`/send/contact?id=${id}&c_tab=history`);
  await expect(page.getByRole('row', { name: /Screening .*2 checked/ })).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('risk control: a collection takes numbers from a file, shows what it refused, and is screened', async ({
  browser,
}) => {
  const { api } = await newCustomer(1000);
  const { id } = await api<{ id: string }>('POST', '/aty/riskgroup', { name: 'Hands off', countryCode: 'BR' });
  const { page, complaints, close } = await signedIn(browser, api);
  const menu = await api<{ records: { id: string }[] }>('GET', '/aty/riskgroup/page');
  expect(menu.records.map((r) => r.id)).toEqual([id]);
  await page.goto('/send/risk');
  await page.getByRole('link', { name: 'Hands off' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const load = page.getByRole('dialog', { name: 'Import into “Hands off”' });
  await load.locator('input[type=file]').setInputFiles(choose('phoneNumber\n5511987654321\n12\n'));
  await expect(load.getByText('1 imported, 0 already in the list, 1 refused')).toBeVisible({ timeout: 60_000 });
  await looks(page, 'risk-import');
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody tr:visible')).toHaveCount(1);
  await looks(page, 'risk-members');
  await page.getByRole('button', { name: 'Screen', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Screen “Hands off”' });
  await expect(form.getByText('1,000', { exact: true })).toBeVisible(); // charged at least for
  await looks(page, 'risk-screen');
  await form.getByRole('button', { name: 'Start screening' }).click();
  await expect(page.getByText('Screening started')).toBeVisible();
  await expect
    .poll(() => api<{ screenStatus: string }>('GET', `/aty/riskgroup/${id}`).then((c) => c.screenStatus), {
      timeout: 100_000,
    })
    .toBe('completed');
  await page.reload();
  await expect(page.locator('tbody tr:visible').getByText('Valid', { exact: true })).toBeVisible();
  await looks(page, 'risk-screened');
  expect(complaints).toEqual([]);
  await close();
});
