import { expect } from '@playwright/test';
import { actor, expectAccessible, expectNoSideScroll, newCustomer, pickOption, signedIn, test } from './kit';
import { digits, unique } from './unique';

const PHONE = { width: 390, height: 844 };

/** An order that waits for its review. */
async function waiting(title: string) {
  const { api } = await newCustomer(1_000);
  const { id: groupId } = await api<{ id: string }>('POST', '/aty/contactsgroup', {
    ...{ name: title, countryCode: 'BR', remark: '' },
  });
  const form = new FormData();
  form.append('file', new Blob([`55119${70_000_000 + Number(digits(6))}`]), 'contacts.txt');
  const { dev } = await import('./dev');
  const headers = { Authorization: `Bearer ${api.session.token}` };
  const sent = await fetch(`${dev.api}/uf/uploadfile`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const { taskId } = await api<{ taskId: string }>('POST', `/aty/contactsgroup/${groupId}/import`, { fileId: data.id });
  const status = () =>
    api<{ status: string }>('GET', `/aty/contactsgroup/${groupId}/import/${taskId}`).then((s) => s.status);
  await expect.poll(status, { timeout: 60_000 }).toBe('done');
  const message = { type: 'text', text: `Words of ${title}` };
  return api<{ id: string }>('POST', '/gc/groupsendorder', {
    ...{ name: title, groupId, countryCode: 'BR', channel: 'whatsapp', message },
  });
}

test('staff begin with what waits: from the home to the message, which comes before everything else', async ({
  browser,
}) => {
  const title = unique('Wait');
  const { id } = await waiting(title);
  const { page, complaints, close } = await signedIn(browser, 'admin', {}, PHONE);
  await page.goto('/welcome');
  const tiles = page.getByRole('region', { name: 'Overview' });
  await expect(tiles.getByText(/[\d,]+\.\d\d credits in 7 days/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting for review' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'New customers' })).toContainText('Test ');
  await tiles.getByRole('link', { name: 'To review' }).click();
  await expect(page).toHaveURL(/\/send\/order\?status=1/);
  await page.goto(`/send/order?id=${id}`);
  const message = page.getByRole('region', { name: 'Message' });
  await expect(message).toContainText(`Words of ${title}`);
  const top = async (name: string) => (await page.getByRole('region', { name }).first().boundingBox())?.y ?? 0;
  expect(await top('Message')).toBeLessThan(await top('Order'));
  expect(await top('Order')).toBeLessThan(await top('Recipients'));
  await expectNoSideScroll(page, 'review on a phone');
  await expectAccessible(page, 'review on a phone');
  const admin = await actor('admin');
  await admin('PUT', '/gc/groupsendorder/review', { ids: [id], pass: false, reason: 'a test' });
  expect(complaints).toEqual([]);
  await close();
});

test('a phone has one row of filters, reachable actions, and nothing over a row', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin', {}, PHONE);
  await page.goto('/system/user');
  const search = page.getByRole('searchbox').first(); // whichever filter the list begins with
  const more = page.getByRole('button', { name: /^More filters/ });
  const exporting = page.getByRole('button', { name: 'Export' });
  const row = page.getByRole('row', { name: /^admin / });
  await expect(row).toBeVisible();
  const tops = await Promise.all([search, more, exporting].map(async (it) => (await it.boundingBox())?.y ?? 0));
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(12);
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden();
  await more.click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await pickOption(page.locator('.ant-select-item-option', { hasText: 'Active' }));
  await page.keyboard.press('Escape'); // several can be chosen: the list stays open
  await expect(page.getByRole('button', { name: 'More filters, 1 in use' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await more.click();

  const act = (await row.getByRole('button', { name: 'More actions' }).boundingBox()) as { x: number; width: number };
  expect(act.x + act.width).toBeLessThanOrEqual(PHONE.width);
  await row.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('Escape');
  const last = await page.getByRole('row').last().boundingBox();
  const stock = await page.locator('button[aria-keyshortcuts="Delete"][aria-label="Stock"]').boundingBox();
  expect(stock?.y ?? 0).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
  expect(complaints).toEqual([]);
  await close();
});

test('a phone shows what a price is, what every button of a list does, and the whole balance', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin', { locale: 'pt-BR' }, PHONE);
  await page.goto('/customer/price?view=list');
  const price = page.getByRole('cell', { name: /^\d+,\d\d$/ }).first();
  await expect(price).toBeVisible();
  const { x, width } = (await price.boundingBox()) as { x: number; width: number };
  const actions = await page.getByRole('columnheader', { name: 'Ações' }).boundingBox();
  expect(x + width).toBeLessThanOrEqual((actions?.x ?? 0) + 1);
  for (const name of ['Histórico de preços', 'Importar arquivo'])
    await expect(page.getByRole('button', { name }).locator('svg')).toBeVisible();
  expect(complaints).toEqual([]);
  await close();
  const customer = await signedIn(browser, 'customer', {}, PHONE);
  await customer.page.goto('/welcome');
  const sum = customer.page
    .getByRole('button', { name: /^Credit: [\d,]+\.\d\d credits/ })
    .locator('span')
    .first();
  await expect(sum).toHaveText(/^[\d,]+$/);
  expect(await sum.evaluate((s) => s.scrollWidth - s.clientWidth)).toBe(0);
  // The menu is dark behind its white texts, though it lies outside of the shell, and stands at the edge.
  await customer.page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = customer.page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Bulk sends', exact: true })).toBeVisible();
  const ground = menu.getByRole('navigation').locator('..');
  expect(await ground.evaluate((e) => getComputedStyle(e).backgroundColor)).toBe('rgb(12, 26, 43)');
  expect((await menu.boundingBox())?.x).toBe(0);
  await expectAccessible(customer.page, 'menu of a phone');
  await customer.close();
});

test('who asked for less motion finds a list below its field', async ({ browser }) => {
  const { page, close } = await signedIn(browser, 'customer');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/send/order');
  for (const name of ['Status', 'Country']) {
    const field = page.getByRole('combobox', { name });
    await field.click();
    const list = page.locator('.ant-select-dropdown:visible').last();
    await expect
      .poll(async () => {
        const [above, below] = [await field.boundingBox(), await list.boundingBox()];
        return above && below && Math.abs(above.x - below.x) < 40 && below.y >= above.y + above.height;
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  }
  await close();
});

test('an agent’s home has its own customers and its own credit', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'agent');
  await page.goto('/welcome');
  const tiles = page.getByRole('region', { name: 'Overview' });
  await expect(tiles).toContainText(/[\d,]+\.\d\d credits/);
  await expect(tiles).toContainText('Customers');
  await expect(page.getByRole('region', { name: 'Your customers' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'home of an agent');
  expect(complaints).toEqual([]);
  await close();
});
