import { expect, type Page, test } from '@playwright/test';
import { atRest, expectAccessible, expectNoSideScroll, LOCALES, signedIn } from './kit';

/** Every page of the menu, and what is one step behind it. */
async function stations(page: Page): Promise<string[]> {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const first = async (path: string) => {
    await page.goto(path);
    await settled(page);
    const link = page.locator('tbody a').first();
    return (await link.count()) > 0 ? [(await link.getAttribute('href')) as string] : [];
  };
  return [
    '/welcome',
    '/send/order',
    '/send/order?view=drafts',
    '/send/order?create=1',
    ...(await first('/send/order')),
    '/send/contact',
    '/send/contact?create=1',
    ...(await first('/send/contact')),
    '/nothing/here',
  ];
}

/** Nothing is loading any more, and what moved has come to rest. */
async function settled(page: Page) {
  await page.locator('h1, .ant-result').first().waitFor();
  await expect(page.locator('[aria-busy=true], .ant-skeleton-active')).toHaveCount(0);
  await atRest(page);
}

for (const locale of LOCALES) {
  test(`${locale}: each page without complaints, accessible in light and dark`, async ({ browser }) => {
    const { page, complaints, close } = await signedIn(browser, 'customer', { locale });
    const dark = () => page.evaluate(() => document.querySelector<HTMLElement>('header button[aria-pressed]')?.click());
    for (const path of await stations(page)) {
      await page.goto(path);
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expectAccessible(page, `${path} light`);
      await dark();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await settled(page);
      await expectAccessible(page, `${path} dark`);
      await dark();
      expect(complaints, path).toEqual([]);
    }
    await close();
  });
}

test('a phone shows each page without a side scroll', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(
    browser,
    'customer',
    { locale: 'pt-BR' },
    { width: 390, height: 844 },
  );
  for (const path of await stations(page)) {
    await page.goto(path);
    await settled(page);
    await expectNoSideScroll(page);
  }
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('menuitem', { name: 'Pedidos' }).click();
  await expect(page).toHaveURL(/\/send\/order/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(complaints).toEqual([]);
  await close();
});

test('a list keeps its state in the address, and a page its state behind another', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'customer');
  await page.goto('/send/order');
  await settled(page);
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('nothing has this name');
  await search.press('Enter');
  await expect(page).toHaveURL(/name=nothing/);
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Contact collections' }).click();
  await expect(page).toHaveURL(/\/send\/contact$/);
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/name=nothing/);
  await expect(search).toHaveValue('nothing has this name');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/send\/order$/);
  await page.goBack();
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await expect(page.getByText('没有符合筛选条件的记录')).toBeVisible();
  await expect(page).toHaveURL(/name=nothing/);
  expect(complaints).toEqual([]);
  await close();
});
