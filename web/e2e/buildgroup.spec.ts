import { expect, type Locator, type Page } from '@playwright/test';
import {
  type Api,
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  openPart,
  pickOption,
  prefer,
  rowAct,
  signedIn,
  test,
} from './kit';
import { shot } from './looks';
import { digits, unique } from './unique';

/** Members of a collection and two numbers of customer service, all of the caller's. */
async function stage(api: Api, name: string, members: number) {
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'BR' });
  const phoneNumbers = Array.from({ length: members }, (_, i) => `551198${7_000_000 + i}`);
  await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers });
  const seed = digits(6);
  for (const n of [`55119${seed}01`, `55119${seed}02`])
    await api('POST', '/aty/customerserviceraccount', { phoneNumber: n, countryCode: 'BR' });
  return { id, numbers: [`+55119${seed}01`, `+55119${seed}02`] as const };
}

const next = (form: Locator) => form.getByRole('button', { name: 'Next' }).click();

/** One number of a picker of customer service. */
async function choose(page: Page, form: Locator, field: string, number: string) {
  const combobox = form.getByRole('combobox', { name: field });
  await combobox.click();
  const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await expect(open).toHaveCount(1); // that of the field before has closed
  await pickOption(open.locator('.ant-select-item-option', { hasText: number }));
  await expect(form.locator('.ant-select', { has: page.getByRole('combobox', { name: field }) })).toContainText(number);
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
}

async function pickCollection(page: Page, form: Locator, name: string) {
  await form.getByRole('combobox', { name: 'Contact list' }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: name }));
}

/** The form up to its last step. */
async function fill(page: Page, form: Locator, name: string, numbers: readonly [string, string]) {
  await form.getByRole('textbox', { name: 'Order name' }).fill(name);
  await next(form);
  await pickCollection(page, form, name);
  await expect(form.getByTestId('dealt')).toContainText('60 members form');
  await next(form);
  await form.getByText('30–99', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Group name' }).fill('Sale ');
  await form.getByRole('switch', { name: 'Number the groups' }).click();
  await form.getByRole('spinbutton', { name: 'First number' }).fill('7');
  await form.getByRole('textbox', { name: 'Description' }).fill('All about the sale');
  await choose(page, form, 'Customer service', numbers[0]);
  await choose(page, form, 'Administrators', numbers[1]);
}

test('groups are ordered in five steps, reviewed, made, and looked at', async ({ browser }) => {
  test.setTimeout(300_000);
  const name = unique('Groups');
  const api = await actor('customer');
  const { numbers } = await stage(api, name, 60);
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/group/order');
  await page.getByRole('button', { name: 'New groups' }).first().click();
  const notice = page.getByRole('dialog', { name: 'Before you order groups' });
  await expect(notice).toBeVisible();
  await shot(page, 'groups-notice');
  await notice.getByRole('checkbox').check();
  await notice.getByRole('button', { name: 'Continue' }).click();
  const form = page.getByRole('dialog', { name: 'New groups' });
  await shot(page, 'groups-step1');
  await fill(page, form, name, numbers);
  await form.getByRole('switch', { name: 'Only administrators can send messages' }).click();
  const phone = form.getByRole('figure');
  await expect(phone).toContainText('Sale7');
  await expect(phone).toContainText('All about the sale');
  await expect(phone).toContainText('Only administrators can send messages');
  await expectAccessible(page, 'group info');
  await shot(page, 'groups-step3');
  // A number is in a group only once.
  await form.getByRole('combobox', { name: 'Administrators' }).click();
  await expect(page.locator('.ant-select-item-option-disabled', { hasText: numbers[0] })).toBeVisible();
  await page.keyboard.press('Escape');
  await next(form);
  await form.getByRole('textbox', { name: 'Welcome text' }).fill('Welcome to the *sale*');
  await form.getByText('2 times').click();
  await expect(phone.getByText('sale', { exact: true })).toHaveCount(2);
  await shot(page, 'groups-step4');
  await next(form);
  await expect(form.getByTestId('estimated-cost')).toContainText(/\d/);
  await expect(form.getByText('100 (minimum)')).toBeVisible();
  await expectAccessible(page, 'submitting groups');
  await shot(page, 'groups-step5');
  await prefer(page, { dark: true });
  await expectReadable(page, 'submitting groups, dark');
  await shot(page, 'groups-step5-dark');
  await prefer(page, { dark: false });
  await form.getByRole('button', { name: 'Place order' }).click();
  await page.getByRole('dialog', { name: 'Create 1 group?' }).getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

  const admin = await signedIn(browser, 'admin');
  await admin.page.goto('/group/order?status=1');
  await admin.page.getByRole('link', { name, exact: true }).click();
  await expect(admin.page.getByRole('figure')).toContainText('Sale7');
  await shot(admin.page, 'groups-review');
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();

  await openPart(page, 'Groups');
  const tile = page.getByTestId('group-1');
  await expect(tile).toHaveAttribute('data-state', 'created', { timeout: 90_000 });
  await expect(tile.getByRole('link')).toHaveAttribute('href', /chat\.whatsapp\.com/);
  await openPart(page, 'Overview');
  await expect(page.getByTestId('people-joined')).toContainText(/\d/);
  await openPart(page, 'Groups');
  await expectAccessible(page, 'groups of an order');
  await shot(page, 'groups-order');
  await prefer(page, { dark: true });
  await expectReadable(page, 'groups of an order, dark');
  await shot(page, 'groups-order-dark');
  await prefer(page, { dark: false });
  await tile.getByRole('button', { name: /^People of group 1/ }).click();
  const people = page.getByRole('dialog', { name: /^People of Sale7/ });
  await expect(people.getByRole('row')).not.toHaveCount(1);
  await expect(people.getByRole('cell', { name: 'Administrator' })).toBeVisible();
  await shot(page, 'groups-people');
  await people.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'groups on a phone');
  await shot(page, 'groups-order-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Finished|Settling/, { timeout: 60_000 });
  expect(complaints).toEqual([]);
  await admin.close();
  await close();
});

test('the form of groups keeps what is entered, leads to what is wrong, and saves a draft', async ({ browser }) => {
  const name = unique('Draft');
  const { api } = await newCustomer(0);
  await stage(api, name, 60);
  const { page, complaints, close } = await signedIn(browser, api, {}, { width: 390, height: 844 });
  await page.goto('/group/order?create=1');
  await page.getByRole('dialog', { name: 'Before you order groups' }).getByRole('button', { name: 'Continue' }).click();
  const form = page.getByRole('dialog', { name: 'New groups' });
  await next(form);
  await expect(form.getByText('Order name is required')).toBeVisible();
  await form.getByRole('textbox', { name: 'Order name' }).fill(name);
  // A draft needs members, and the form shows where they are missing.
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(form.getByText('Contact list is required')).toBeVisible();
  await pickCollection(page, form, name);
  await expectNoSideScroll(page, 'form of groups on a phone');
  await expectAccessible(page, 'form of groups on a phone');
  await shot(page, 'groups-form-phone');
  await next(form);
  await form.getByRole('spinbutton', { name: 'At least' }).fill('50');
  await form.getByRole('spinbutton', { name: 'At most' }).fill('40');
  await form.getByRole('textbox', { name: 'Group name' }).fill('Mine');
  await next(form);
  await expect(form.getByText('The maximum can’t be below the minimum')).toBeVisible();
  await form.getByRole('spinbutton', { name: 'At most' }).fill('201');
  await expect(form.getByText('Enter whole numbers from 30 to 200')).toBeVisible();
  await form.getByRole('spinbutton', { name: 'At most' }).fill('60');
  await form.getByRole('switch', { name: 'Only administrators can send messages' }).click();
  await next(form);
  await expect(form.getByText('If only administrators can send messages, the group needs at least one')).toBeVisible();
  await form.getByRole('button', { name: 'Save as draft' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toBeVisible();
  await page.goto('/group/order?view=drafts');
  await rowAct(row, 'Continue');
  const kept = page.getByRole('dialog', { name: `Draft “${name}”` });
  await expect(kept.getByRole('textbox', { name: 'Order name' })).toHaveValue(name);
  await kept.getByRole('button', { name: /Group$/ }).click();
  await expect(kept.getByRole('spinbutton', { name: 'At most' })).toHaveValue('60');
  await expect(kept.getByRole('switch', { name: 'Only administrators can send messages' })).toBeChecked();
  // More members than an order may have are refused where they are chosen.
  await page.route('**/api/bgo/buildgroup/buildGroupScale*', async (r) => {
    const answer = await (await r.fetch()).json();
    await r.fulfill({ json: { ...answer, data: { ...answer.data, audienceMax: 59 } } });
  });
  await page.reload();
  await kept.getByRole('button', { name: /Members$/ }).click();
  await expect(kept.getByText('An order can have at most 59 members. This one has 60.')).toBeVisible();
  await next(kept);
  await expect(kept.getByRole('button', { name: /Members$/ })).toHaveAttribute('aria-current', 'step');
  expect(complaints).toEqual([]);
  await close();
});
