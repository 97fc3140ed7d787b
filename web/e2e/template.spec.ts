import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, expectReadable, prefer, signedIn, test } from './kit';
import { shot } from './looks';
import { digits } from './unique';

const stamp = () => digits(8);

test('templates: written with a live preview, approved by staff and the provider, chosen in an order', async ({
  browser,
}) => {
  const name = `Sale ${stamp()}`;
  const customer = await signedIn(browser, 'customer');
  const { page } = customer;
  await page.goto('/send/template');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const form = page.getByRole('dialog', { name: 'New template' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Language').fill('pt_BR');
  await form.getByLabel('Header text').last().fill('Olá {nome}');
  await form.getByLabel('Body').fill('Hoje *20 %* em tudo, {nome}.');
  await form.getByLabel('Sample for nome').fill('Ana');
  await form.getByRole('button', { name: 'Add a button' }).click();
  await form.getByRole('textbox', { name: 'Button text' }).fill('Parar');
  await form.getByRole('button', { name: 'Add a button' }).click();
  await form.getByRole('combobox', { name: 'Kind' }).last().click();
  await page
    .getByRole('option', { name: 'Link' })
    .or(page.locator('.ant-select-item-option').filter({ hasText: 'Link' }))
    .last()
    .click();
  await form.getByRole('textbox', { name: 'Button text' }).last().fill('Abrir');
  await form.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/o/{sku}');
  await form.getByLabel('Sample for sku').fill('42');
  const phone = form.getByRole('figure', { name: 'Phone preview' });
  await expect(phone).toContainText('Olá Ana');
  await expect(phone).toContainText('Hoje 20 % em tudo, Ana.');
  await expect(phone).toContainText('Parar');
  await expectAccessible(page, 'template form light');
  await prefer(page, { dark: true });
  await expectReadable(page, 'template form dark');
  await shot(page, 'template-form-dark');
  await prefer(page, { dark: false });
  await shot(page, 'template-form');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'template form on a phone');
  await shot(page, 'template-form-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toContainText('Under review');

  const admin = await signedIn(browser, 'admin');
  await admin.page.goto(`/send/template?name=${encodeURIComponent(name)}`);
  await admin.page.getByRole('link', { name }).click();
  await expect(admin.page.getByText('Read the message first')).toBeVisible();
  await expectAccessible(admin.page, 'template review');
  await shot(admin.page, 'template-review');
  await admin.page.getByRole('button', { name: 'Approve' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.page.getByText('Approved and submitted')).toBeVisible();

  await expect(page.getByRole('heading', { name: new RegExp(name) })).toContainText('Approved', { timeout: 60_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'template on a phone');
  await shot(page, 'template-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/send/template');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Approved');
  await expectAccessible(page, 'templates');
  await shot(page, 'templates');

  await page.goto('/send/order?create=1');
  const order = page.getByRole('dialog', { name: 'New bulk send' }).or(page.getByRole('dialog').first());
  await order.getByText('Template', { exact: true }).click();
  await order.getByLabel('Template', { exact: true }).last().click();
  const picker = page.getByRole('dialog', { name: 'Choose a template' });
  await expect(picker.getByRole('row', { name: new RegExp(name) })).toContainText('Marketing');
  await picker.getByRole('row', { name: new RegExp(name) }).click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await order.getByLabel(/nome/).fill('você');
  await order.getByLabel(/sku/).fill('all');
  await expect(order.getByRole('figure')).toContainText('Hoje 20 % em tudo, você.');
  await shot(page, 'template-order');
  expect(customer.complaints).toEqual([]);
  expect(admin.complaints).toEqual([]);
  await customer.close();
  await admin.close();
});

test('templates: of a code, whose texts WhatsApp writes', async ({ browser }) => {
  const name = `Login ${stamp()}`;
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/send/template');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const form = page.getByRole('dialog', { name: 'New template' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Language').fill('en_US');
  await form.getByText('Authentication', { exact: true }).click();
  await form.getByRole('switch', { name: 'Add: do not share this code' }).click();
  await form.getByLabel('Minutes of validity').fill('10');
  const phone = form.getByRole('figure', { name: 'Phone preview' });
  await expect(phone).toContainText('123456 is your verification code. For your security, do not share this code.');
  await expect(phone).toContainText('This code expires in 10 minutes.');
  await expect(phone).toContainText('Copy code');
  await expectAccessible(page, 'form of a template of a code');
  await shot(page, 'template-code');
  await form.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toContainText('Under review');
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('is your verification code');
  expect(complaints).toEqual([]);
  await close();
});
