import { expect } from '@playwright/test';
import { newCustomer, pickOption, rowAct, signedIn, test } from './kit';
import { looks } from './looks';

const choose = (text: string, name = 'readers.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('an email list is made, imported through the column chooser, and shows its addresses', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/contact?create');
  const form = page.getByRole('dialog', { name: 'New contact list' });
  await form.getByLabel('Name', { exact: true }).fill('Readers');
  await form.getByRole('combobox', { name: 'Type' }).click();
  await pickOption(page.getByTitle('Email addresses'));
  await form.getByRole('combobox', { name: 'Country' }).fill('Brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  await expect(form.getByText('Addresses of any country are imported.')).toBeVisible();
  await looks(page, 'emaillist-create');
  await form.getByRole('button', { name: 'Create and import' }).click();
  const load = page.getByRole('dialog', { name: 'Import into “Readers”' });
  await expect(load.getByText(/A sheet needs the column email/)).toBeVisible();
  const rows = [
    'Name,E-mail Address,Cidade',
    'Ana,Ana.Silva@Gmail.com,Recife',
    ',Bia Lima <bia@gmail.com>,Natal',
    'Info,info@hotmail.com,',
    'Max,max@mailinator.com,',
    'Again,ana.silva@gmail.com,',
    'Phone,5511987654321,Rio',
    'Gone,ana@shop.invalid,Rio',
  ];
  await load.locator('input[type=file]').setInputFiles(choose(rows.join('\n')));
  await expect(load.getByText('E-mail Address')).toBeVisible({ timeout: 60_000 });
  await looks(page, 'emaillist-column');
  await expect(load.getByText('Which column has the email addresses?')).toBeVisible();
  await load.getByRole('button', { name: 'Import this column' }).click();
  await expect(load.getByText(/addresses imported, 2 refused/)).toBeVisible({ timeout: 60_000 });
  await expect(load.getByText(/One is a role address/)).toBeVisible();
  await expect(load.getByText(/One is a disposable mailbox/)).toBeVisible();
  await expect(load.getByRole('row', { name: /5511987654321 This is a phone number/ })).toBeVisible();
  await looks(page, 'emaillist-result');
  await load.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Readers' }).click();
  await expect(page.getByRole('row', { name: /ana\.silva@gmail\.com Ana/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /bia@gmail\.com Bia Lima/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /info@hotmail\.com Info Role address/ })).toBeVisible();
  await looks(page, 'emaillist-members');
  expect(complaints).toEqual([]);
  await close();
});

test('addresses are typed in, found, looked at and removed', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', {
    name: 'Typed',
    type: 'email',
    countryCode: 'BR',
  });
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto(`/send/contact?id=${id}`);
  await page.getByRole('button', { name: 'Add addresses' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add addresses' });
  await form.getByLabel('Email address').fill('Ana Silva <ana@gmail.com>\nbia@gmail.com, caio@gmail.com\nnothing');
  await form.getByRole('button', { name: 'Add addresses' }).click();
  await expect(page.getByText('3 addresses added, 0 already in the list, 1 refused')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody tr:visible')).toHaveCount(3);
  await page.goto(`/send/contact?id=${id}&m_email=ana`);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await rowAct(page.locator('tbody tr').first(), 'Evidence');
  await expect(page.getByText('Added to this list')).toBeVisible();
  await looks(page, 'emaillist-member');
  await page.keyboard.press('Escape');
  await rowAct(page.locator('tbody tr').first(), 'Remove');
  await expect(page.getByRole('dialog', { name: 'Remove 1 address?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The addresses were removed')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('an address is suppressed and allowed again', async ({ browser }) => {
  const { api } = await newCustomer(0);
  const { page, complaints, close } = await signedIn(browser, api);
  await page.goto('/send/suppression');
  await page.getByRole('button', { name: 'Add an entry' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add an entry' });
  await form.getByText('Email address', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Email address' }).fill('Ana@Example.com');
  await looks(page, 'suppression-address');
  await form
    .getByRole('button', { name: /Add|Save|OK/ })
    .last()
    .click();
  await expect(page.getByRole('row', { name: /ana@example\.com/ })).toBeVisible();
  await page.goto('/send/suppression?email=ana%40example.com');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await looks(page, 'suppression-list');
  await rowAct(page.locator('tbody tr').first(), 'Allow again');
  await expect(page.getByText('Allow ana@example.com again?')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});
