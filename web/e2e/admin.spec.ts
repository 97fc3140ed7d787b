import { type Browser, expect, type Page } from '@playwright/test';
import { dev } from './dev';
import {
  ALONE,
  actor,
  caller,
  expectAccessible,
  nav,
  openGroup,
  pickOption,
  rowAct,
  rowMenu,
  signedIn,
  test,
} from './kit';
import { digits } from './unique';

/** A name of this run, so that a second run does not meet the first one's leftovers. */
const run = digits(8);

async function open(browser: Browser, path: string) {
  const it = await signedIn(browser, 'admin');
  await it.page.goto(path);
  await it.page.locator('h1').first().waitFor();
  return it;
}

/** Complaints but those of refused calls, which the browser itself names. */
const unexpected = (complaints: string[]) => complaints.filter((c) => !/status of 4(00|04|09|22)/.test(c));

const dialog = (page: Page) => page.getByRole('dialog').last();
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

async function search(page: Page, field: string, text: string) {
  const box = page.getByRole('searchbox', { name: field, exact: true });
  await box.fill(text);
  await box.press('Enter');
}

test('a setting is changed in place, refused at its field, and given its default again', async ({ browser }) => {
  const { page, complaints, close } = await open(browser, '/system/config');
  await search(page, 'Search name or key', 'order.placeholders');
  await expect(page.getByRole('button', { name: /^Change: / })).toHaveCount(1);
  const name = 'Maximum number of placeholders of a message';
  await page.getByRole('button', { name: `Change: ${name}` }).click();
  await page.getByLabel(name).fill('99');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a whole number from 0 to 10')).toBeVisible();
  await page.getByLabel(name).fill('4');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Changed by Admin/)).toBeVisible();
  await page.getByRole('button', { name: `Reset: ${name}` }).click();
  await expect(dialog(page)).toContainText('changes from 4 to 3');
  await confirm(page, 'Reset');
  await expect(page.getByText(/Changed by/)).toHaveCount(0);

  await search(page, 'Search name or key', 'window.IN');
  await page.getByRole('button', { name: 'Change: India: sending hours' }).click();
  await page.getByLabel('India: sending hours').fill('10:30-20:30 Mars/Olympus');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter hours such as 10:30-20:30')).toBeVisible(); // the server's, at the field
  await expectAccessible(page, 'a setting that is edited');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('10:30-20:30', { exact: true })).toBeVisible();
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a system user is made, refused, locked, given a password and deleted', async ({ browser }) => {
  const { page, complaints, close } = await open(browser, '/system/user');
  const own = page.getByRole('row', { name: /^admin / });
  await expect(own.getByRole('note', { name: 'You can’t do this to your own account' })).toBeVisible();
  await page.getByRole('button', { name: 'New user' }).first().click();
  const form = dialog(page);
  await form.getByLabel('User name').fill('admin');
  await form.getByLabel('Name', { exact: true }).fill(`Clerk ${run}`);
  await form.getByLabel('Roles').click();
  await pickOption(page.getByTitle('Customer service', { exact: true }));
  await form.getByLabel('Password').fill('Tidal-Fern-93');
  await expect(form.getByText(/high|strong/i)).toBeVisible();
  await expectAccessible(page, 'the form of a system user');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The user name admin is already in use')).toBeVisible();
  await form.getByLabel('User name').fill(`clerk.${run}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search(page, 'User name', `clerk.${run}`);
  const row = page.getByRole('row', { name: new RegExp(`Clerk ${run}`) });
  await expect(row).toContainText('Customer service');

  await rowAct(row, 'Lock');
  await expect(dialog(page)).toContainText('can’t change anything until unlocked');
  await confirm(page, 'Lock');
  await expect(row).toContainText('Locked');
  await rowAct(row, 'Unlock');
  await confirm(page, 'Unlock');
  await expect(row).toContainText('Active');

  await rowAct(row, 'Set password');
  const secret = dialog(page);
  await secret.getByLabel('New password', { exact: true }).fill('short');
  await secret.getByLabel('Repeat the new password').fill('shorter');
  await secret.getByRole('button', { name: 'Set password' }).click();
  await expect(secret.getByText('The two passwords don’t match')).toBeVisible();
  await secret.getByLabel('Repeat the new password').fill('short');
  await secret.getByRole('button', { name: 'Set password' }).click();
  await expect(secret.getByText('Use at least 6 characters for the password')).toBeVisible();
  await secret.getByLabel('New password', { exact: true }).fill('Amber-Vault-58');
  await secret.getByLabel('Repeat the new password').fill('Amber-Vault-58');
  await secret.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The password is set')).toBeVisible();
  await caller({ username: `clerk.${run}`, password: 'Amber-Vault-58' });

  await rowAct(row, 'Scope');
  await dialog(page).getByLabel('One first-level customer').click();
  await dialog(page).getByRole('button', { name: 'First-level customer' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a first-level customer' });
  await picker.getByRole('radio').first().click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The scope was changed')).toBeVisible();

  await rowAct(row, 'Delete');
  await confirm(page, 'Delete');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a built-in role is copied; one that is in use is not deleted', async ({ browser }) => {
  const admin = await actor('admin');
  const { page, complaints, close } = await open(browser, '/system/role');
  const service = page.getByRole('row', { name: /^Customer service Built in/ });
  await service.getByRole('button', { name: 'View' }).click();
  await expect(dialog(page).getByText('gc:groupsendorder:review')).toHaveCount(0);
  await dialog(page).getByRole('checkbox', { name: 'Show technical names' }).check();
  await expect(dialog(page).getByText('gc:groupsendorder:review')).toBeVisible();
  await expectAccessible(page, 'a role that is viewed');
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
  await service.getByRole('button', { name: 'Copy' }).click();
  const form = dialog(page);
  await form.getByLabel('Code').fill('admin');
  await form.getByRole('searchbox').or(form.getByPlaceholder('Search permissions')).first().fill('dictionar');
  await form.getByRole('checkbox', { name: 'Select all of System administration' }).check();
  await form.getByRole('checkbox', { name: 'Show technical names' }).check();
  await expect(form.getByText('GET /system/dict/page')).toBeVisible();
  await expectAccessible(page, 'the form of a role');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('admin is a built-in role')).toBeVisible();
  const code = `r${run}`;
  await form.getByLabel('Code').fill(code);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search(page, 'Code', code);
  const row = page.getByRole('row', { name: new RegExp(code) });
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
  const made = await admin('POST', '/sysuser', {
    username: `holder.${run}`,
    name: 'Holder',
    password: 'Tidal-Fern-93',
    roles: [code],
  });
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect((await rowMenu(row)).getByText(/1 user still has the role/)).toBeVisible();
  await page.keyboard.press('Escape');
  await admin('DELETE', `/sysuser/${made.userId}`);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await rowAct(row, 'Delete');
  await confirm(page, 'Delete');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a session is ended, but not the one in use; sessions of others are chosen', ALONE, async ({ browser }) => {
  const other = await caller(dev.logins.admin);
  const { page, complaints, close } = await open(browser, '/system/session');
  const rows = page.locator('tbody tr.ant-table-row');
  await expect(rows.getByText('This session')).toHaveCount(1);
  const current = rows.filter({ hasText: 'This session' });
  await expect((await rowMenu(current)).getByText(/Sign out instead/)).toBeVisible();
  await page.keyboard.press('Escape');
  await rowAct(rows.filter({ hasNotText: 'This session' }).first(), 'End');
  await expect(dialog(page)).toContainText('signed out immediately');
  await confirm(page, 'End');
  await expect(page.getByText('The session has ended')).toBeVisible();
  await expect(other('GET', '/oauth/getUser')).rejects.toThrow(/401/); // it was the newest but this one

  await actor('customer');
  await page.getByText('Customer', { exact: true }).click();
  await expect(page.getByText('Choose a user to view their sessions.')).toBeVisible();
  await page.getByRole('button', { name: 'Customer', exact: true }).click();
  const picker = dialog(page);
  await picker.getByRole('textbox', { name: 'Name' }).fill('Ip');
  await picker.getByRole('button', { name: 'Search' }).click();
  await picker.getByRole('row', { name: /Ip/ }).first().getByRole('radio').click(); // not a row of the list before
  await picker.getByRole('button', { name: 'OK' }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page).toHaveURL(/userId=/);
  await page.goto('/account/profile');
  await expect(page.getByRole('region', { name: 'Where you’re signed in' }).getByText('This session')).toBeVisible();
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a dictionary grows by a value; a built-in one is hidden and reset, not deleted', async ({ browser }) => {
  const { page, complaints, close } = await open(browser, '/system/dict');
  await search(page, 'Name', 'Published');
  const code = `e2e_${run}`;
  const add = async (value: string) => {
    await page.getByRole('button', { name: 'New value' }).first().click();
    const form = dialog(page);
    await form.getByLabel('Dictionary').fill(code);
    await form.getByLabel('Value', { exact: true }).fill(value);
    await form.getByLabel('Text in English').fill(`Level ${value}`);
    await form.getByRole('radiogroup', { name: 'Tag color' }).getByTitle('green').click();
    return form;
  };
  const form = await add('gold');
  await expect(form.getByText('Level gold')).toBeVisible();
  await expectAccessible(page, "the form of a dictionary's value");
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search(page, 'Name', 'Level');
  const row = page.getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('Level gold');
  const again = await add('gold');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByText(`The dictionary ${code} already has the value gold`)).toBeVisible();
  await again.getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await page.getByRole('button', { name: 'Discard' }).click(); // what was typed is not saved
  await rowAct(row, 'Delete');
  await confirm(page, 'Delete');
  await expect(row).toHaveCount(0);

  await search(page, 'Name', 'Female');
  const builtIn = page.getByRole('row', { name: /gender/ });
  await expect(builtIn.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await rowAct(builtIn, 'Hide');
  await confirm(page, 'Hide');
  await expect(builtIn).toContainText('Hidden');
  await rowAct(builtIn, 'Reset');
  await confirm(page, 'Reset');
  await expect(builtIn.getByText('Hidden')).toHaveCount(0);
  expect(unexpected(complaints)).toEqual([]);
  await close();
});

test('a country is closed and opened again; the names of three are fixed; a customer sees nothing of it', async ({
  browser,
}) => {
  const admin = await actor('admin');
  await admin('PUT', '/conf/country', { code: 'TV', disabled: false, blacklist: [] });
  const { page, complaints, close } = await open(browser, '/system/country');
  await search(page, 'Name', 'Tuvalu');
  const row = page.getByRole('row', { name: /Tuvalu/ });
  await rowAct(row, 'Disable');
  await expect(dialog(page)).toContainText('Running orders continue');
  await confirm(page, 'Disable');
  await expect(row).toContainText('Disabled');
  await rowAct(row, 'Enable');
  await confirm(page, 'Enable');
  await expect(row).toContainText('Enabled');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Not offered for').click();
  await pickOption(page.getByTitle('Screening', { exact: true }));
  await expectAccessible(page, 'the form of a country');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Screening');
  await expect(dialog(page)).toHaveCount(0); // it gives the focus back, which the search would lose
  await admin('PUT', '/conf/country', { code: 'TV', blacklist: [] });
  await search(page, 'Name', 'Macao');
  await page
    .getByRole('row', { name: /China Macao/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await expect(dialog(page).getByText(/their names are fixed/)).toBeVisible();
  await expect(dialog(page).getByRole('tablist')).toHaveCount(0);
  expect(unexpected(complaints)).toEqual([]);
  await close();

  const customer = await signedIn(browser, 'customer');
  await customer.page.goto('/welcome');
  await expect(nav(customer.page).getByRole('link', { name: 'Bulk sends', exact: true })).toBeVisible();
  await openGroup(customer.page, 'Administration');
  await expect(nav(customer.page).getByRole('link', { name: 'Personal info' })).toBeVisible();
  await expect(nav(customer.page).getByRole('link', { name: 'Countries' })).toHaveCount(0);
  await customer.close();
});
