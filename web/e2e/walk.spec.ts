import { type Browser, expect, type Page } from '@playwright/test';
import {
  actor,
  atRest,
  byMenu,
  expectAccessible,
  expectNoSideScroll,
  expectReadable,
  expectRoomToType,
  layoutShift,
  prefer,
  signedIn,
  test,
  watchLayoutShift,
} from './kit';

test.describe.configure({ mode: 'parallel' }); // the walk changes nothing

// A tablet and a phone in the language with the longest words, and a phone in one of the others, by the page; the desktop in
// English is where a visit begins and ends. WALK=all visits every page in all of them.
const WIDEST = 'pt-BR' as const;
const OTHERS = ['zh-CN', 'zh-TW', 'en-US'] as const;
function narrow(path: string) {
  const turn = path.split('').reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OTHERS.length;
  const others = OTHERS.filter((_, i) => process.env.WALK === 'all' || i === turn);
  return [[820, WIDEST] as const, [390, WIDEST] as const, ...others.map((locale) => [390, locale] as const)];
}
const SHIFT = 0.02; // budget of a load

type Node = { type: number; targetType: number; path: string; children: Node[] | null };
type Walker = 'admin' | 'agent' | 'customer';

/** Pages of the menu that the console itself draws: a new page is walked by itself. */
async function pagesOf(who: Walker): Promise<string[]> {
  const call = await actor(who);
  const all = (nodes: Node[] | null): Node[] => (nodes ?? []).flatMap((n) => [n, ...all(n.children)]);
  const pages = all(await call<Node[]>('GET', '/oauth/router')).filter((n) => n.type === 1 && n.targetType === 1);
  return pages.map((n) => n.path);
}

const OF_CUSTOMER = await pagesOf('customer');
/** Pages by the user who walks them. The first page is another one for each user; other pages are walked once. */
const PAGES: Record<Walker, string[]> = {
  customer: [
    ...OF_CUSTOMER,
    '/send/order?view=drafts',
    '/send/order?create=1',
    '/send/contact?create=1',
    '/nothing/here',
  ],
  agent: (await pagesOf('agent')).filter((path) => path === '/welcome' || !OF_CUSTOMER.includes(path)),
  admin: (await pagesOf('admin')).filter((path) => path === '/welcome' || !OF_CUSTOMER.includes(path)),
};

type Walk = Awaited<ReturnType<typeof signedIn>>;
const walks = new Map<Walker, Promise<Walk>>();

/** Returns the page in which a worker walks as a user: it keeps what the browser has loaded. */
function walkOf(browser: Browser, who: Walker): Promise<Walk> {
  const walk =
    walks.get(who) ??
    signedIn(browser, who).then(async (it) => {
      await watchLayoutShift(it.page);
      return it;
    });
  walks.set(who, walk);
  return walk;
}

test.afterAll(async () => {
  for (const walk of walks.values()) await (await walk).close();
});

/** Waits until the page has loaded and is at rest. */
async function settled(page: Page) {
  await page.locator('h1, .ant-result').first().waitFor();
  await expect(page.locator('[aria-busy=true], .ant-skeleton-active')).toHaveCount(0);
  await atRest(page);
}

/** Checks a page in both themes, at every width and in its languages, with one load. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await settled(page);
  await expectAccessible(page, `${path} light`);
  await page.waitForLoadState('networkidle'); // what comes late, as the bell's count does, has a way in of its own
  await settled(page);
  expect.soft(await layoutShift(page), `${path}: layout shift`).toBeLessThanOrEqual(SHIFT);
  await prefer(page, { dark: true });
  await expectReadable(page, `${path} dark`);
  await prefer(page, { dark: false });
  for (const [width, locale] of narrow(path)) {
    await page.setViewportSize({ width, height: 800 });
    await prefer(page, { locale });
    await settled(page);
    await expectNoSideScroll(page, `${path} ${locale} ${width}`);
    await expectRoomToType(page, `${path} ${locale} ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

for (const who of ['admin', 'agent', 'customer'] as const)
  for (const path of PAGES[who])
    test(`${path} of the ${who}: languages, themes, widths, no shift, no complaint`, async ({ browser }) => {
      const { page, complaints } = await walkOf(browser, who);
      complaints.length = 0;
      await page.setViewportSize({ width: 1280, height: 800 });
      await visit(page, path);
      const detail = page.locator(`tbody a[href^="${path}?"]`).first();
      const behind = (await detail.count()) > 0 ? await detail.getAttribute('href') : null;
      if (behind) await test.step(behind, () => visit(page, behind));
      expect(complaints).toEqual([]);
    });

test('the menu of a phone', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(
    browser,
    'customer',
    { locale: 'pt-BR' },
    { width: 390, height: 844 },
  );
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Envios em massa', exact: true }).click();
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
  await byMenu(page, 'Audience', 'Contact lists');
  await expect(page).toHaveURL(/\/send\/contact$/);
  await page.locator('a[aria-keyshortcuts]', { hasText: 'Bulk sends' }).click(); // its tab; the menu opens the plain list
  await expect(page).toHaveURL(/name=nothing/);
  await expect(search).toHaveValue('nothing has this name');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/send\/order$/);
  await page.goBack();
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByText('没有符合筛选条件的记录')).toBeVisible();
  await expect(page).toHaveURL(/name=nothing/);
  expect(complaints).toEqual([]);
  await close();
});
