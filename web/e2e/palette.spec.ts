import { expect, type Page, test } from '@playwright/test';
import { actor, expectAccessible, expectNoSideScroll, expectReadable, prefer, signedIn } from './kit';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

const exactly = (text = '-') => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Opens the palette and asks for a text. */
async function ask(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

test('pages, actions, orders and lists of a customer, by name and by number', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer');
  const api = await actor('customer');
  type Rows = { records: { id: string; name: string; orderNo: string }[] };
  const order = (await api<Rows>('GET', '/gc/groupsendorder/page?size=1')).records[0];
  const list = (await api<Rows>('GET', '/aty/contactsgroup/page?size=1')).records[0];
  await page.goto('/welcome');
  await page.locator('h1').waitFor();

  await ask(page, order?.orderNo ?? '-');
  await option(page, exactly(order?.name)).click();
  await expect(page).toHaveURL(`/send/order?id=${order?.id}`);
  await expect(palette(page)).toHaveCount(0);

  await ask(page, list?.name ?? '-');
  await expect(option(page, exactly(list?.name)).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);

  // A page is found by its name in another language, and an action leads to its form.
  await ask(page, 'bloqueios');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/send/suppression');
  await ask(page, 'new bulk');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/send\/order\?create=1/);
  await expect(page.getByRole('dialog', { name: 'New order' })).toBeVisible();

  // A customer finds no settings of the platform.
  await ask(page, 'system settings');
  await expect(palette(page).getByText('No results.')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('staff find customers by number and settings by key; the window in both themes and on a phone', async ({
  browser,
}) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('/welcome');
  await page.locator('h1').waitFor();
  await ask(page, '11987650001');
  await option(page, /11987650001/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/customer\/list\?id=/);

  await ask(page, 'order.review.auto');
  await option(page, /order\.review\.auto/).click();
  await expect(page).toHaveURL(/\/system\/config\?text=order\.review\.auto/);

  await ask(page, 'prices');
  await expect(option(page, 'Prices').first()).toBeVisible();
  await expectAccessible(page, 'palette');
  await prefer(page, { dark: true });
  await expectReadable(page, 'palette, dark');
  await prefer(page, { dark: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, 'palette on a phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await expect(palette(page)).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});

test('keys: they are listed, lead to pages, and leave what is typed alone', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/welcome');
  await page.locator('h1').waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Contact lists')).toBeVisible();
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL('/welcome'); // the window has the keys
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL('/send/contact');
  await page.getByRole('heading', { level: 1, name: 'Contact lists' }).waitFor();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox').first();
  await expect(search).toBeFocused();
  await page.keyboard.type('go n [ ?');
  await expect(search).toHaveValue('go n [ ?');
  await search.blur();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
});
