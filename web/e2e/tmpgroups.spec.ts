import { expect, type Locator, type Page } from '@playwright/test';
import {
  type Api,
  actor,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  newCustomer,
  prefer,
  signedIn,
  test,
} from './kit';

/** Members of a collection and two numbers of customer service, all of the caller's. */
async function stage(api: Api, name: string, members: number) {
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'BR' });
  const phoneNumbers = Array.from({ length: members }, (_, i) => `551198${7_000_000 + i}`);
  await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers });
  const unique = String(Date.now()).slice(-6);
  for (const n of [`55119${unique}01`, `55119${unique}02`])
    await api('POST', '/aty/customerserviceraccount', { phoneNumber: n, countryCode: 'BR' });
  return { id, numbers: [`+55119${unique}01`, `+55119${unique}02`] as const };
}

const next = (form: Locator) => form.getByRole('button', { name: 'Next' }).click();

/** One number of a picker of customer service. */
async function choose(page: Page, form: Locator, field: string, number: string) {
  await form.getByRole('combobox', { name: field }).click();
  await page.locator('.ant-select-item-option', { hasText: number }).last().click();
  await page.keyboard.press('Escape');
}

async function pickCollection(page: Page, form: Locator, name: string) {
  await form.getByRole('combobox', { name: 'Contact collection' }).click();
  await page.locator('.ant-select-item-option', { hasText: name }).click();
}

/** The form up to its last step. */
async function fill(page: Page, form: Locator, name: string, numbers: readonly [string, string]) {
  await form.getByRole('textbox', { name: 'Order name' }).fill(name);
  await next(form);
  await pickCollection(page, form, name);
  await expect(form.getByTestId('dealt')).toContainText('12 members make');
  await next(form);
  await form.getByRole('textbox', { name: 'Group name' }).fill('Sale ');
  await form.getByRole('switch', { name: 'Number the groups' }).click();
  await form.getByRole('spinbutton', { name: 'First number' }).fill('7');
  await form.getByRole('textbox', { name: 'Description' }).fill('All about the sale');
}

test('groups are ordered in five steps, reviewed, made, and looked at', async ({ browser }) => {
  test.setTimeout(300_000);
  const name = `Groups ${Date.now() % 1_000_000}`;
  const api = await actor('customer');
  for (const day of [0, 1]) await (await actor('admin'))('PUT', `/bgo/buildgroup/resource/num/${new Date(Date.now() + 8 * 3600000 + day * 86400000).toISOString().slice(0, 10)}`, { num: 500 });
  const { numbers } = await stage(api, name, 12);
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/group/order');
  await page.getByRole('button', { name: 'New groups' }).click();
  const notice = page.getByRole('dialog', { name: 'Before you order groups' });
  await expect(notice).toBeVisible();
  await page.screenshot({ path: 'test-results/groups-notice.png' });
  await notice.getByRole('checkbox').check();
  await notice.getByRole('button', { name: 'Continue' }).click();
  const form = page.getByRole('dialog', { name: 'New groups' });
  await page.screenshot({ path: 'test-results/groups-step1.png' });
  await fill(page, form, name, numbers);
  const phone = form.getByRole('figure');
  await expect(phone).toContainText('Sale7');
  await expect(phone).toContainText('All about the sale');
  await expectAccessible(page, 'group info');
  await page.screenshot({ path: 'test-results/groups-step3.png' });
  await next(form);
  await page.screenshot({ path: 'test-results/groups-step4.png' });
  await next(form);
  await expect(form.getByTestId('estimated-cost')).toContainText(/\d/);
  await expect(form.getByText('100 (the least)')).toBeVisible();
  await expectAccessible(page, 'submitting groups');
  await page.screenshot({ path: 'test-results/groups-step5.png' });
  await prefer(page, { dark: true });
  await expectReadable(page, 'submitting groups, dark');
  await page.screenshot({ path: 'test-results/groups-step5-dark.png' });
  await prefer(page, { dark: false });
  await form.getByRole('button', { name: 'Place order' }).click();
  await page.getByRole('dialog', { name: 'Make 2 groups?' }).getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

  const admin = await signedIn(browser, 'admin');
  await admin.page.goto('/group/order?status=1');
  await admin.page.getByRole('link', { name, exact: true }).click();
  await expect(admin.page.getByRole('figure')).toContainText('Sale7');
  await admin.page.screenshot({ path: 'test-results/groups-review.png', fullPage: true });
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();

  await page.waitForTimeout(4000); await page.screenshot({ path: 'test-results/groups-real.png', fullPage: true });
  expect(complaints).toEqual([]);
  await admin.close();
  await close();
});

