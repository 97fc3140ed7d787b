import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Who } from './dev';
import { actor, atRest, layoutShift, leave, newCustomer, signedIn, test, watchLayoutShift } from './kit';

/** The most layout shift of a page while it loads. */
const BOUND = 0.05;
const WIDTHS = [390, 768, 1440];

/**
 * Pages whose parts come at different times. HERALD_SHIFT=all measures every page of every menu, which takes minutes; the walk
 * measures them all at one width.
 */
const PAGES: Record<Who, string[]> = {
  admin: ['/welcome', '/finance/recharge', '/system/menu', '/send/held'],
  agent: ['/welcome', '/customer/statistics'],
  customer: ['/welcome', '/account/statement', '/send/order'],
  secondary: ['/welcome', '/account/profile'],
};

type Node = { type: number; targetType: number; path: string; children: Node[] | null };

async function pagesOf(who: Who): Promise<string[]> {
  if (process.env.HERALD_SHIFT !== 'all') return PAGES[who];
  const call = await actor(who);
  const all = (nodes: Node[] | null): Node[] => (nodes ?? []).flatMap((n) => [n, ...all(n.children)]);
  return all(await call<Node[]>('GET', '/oauth/router'))
    .filter((n) => n.type === 1 && n.targetType === 1)
    .map((n) => n.path);
}

/** Has answers take as long as over a network of the real world: what comes at once moves nothing. */
async function slowly(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const unbound = { downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...unbound });
}

async function settled(page: Page) {
  await page.locator('h1, .ant-result').first().waitFor();
  await expect(page.locator('[aria-busy=true], .ant-skeleton-active')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await atRest(page);
}

for (const who of ['admin', 'agent', 'customer', 'secondary'] as const)
  test(`pages of the ${who} stand still while they load, at every width`, async ({ browser }) => {
    test.setTimeout(process.env.HERALD_SHIFT === 'all' ? 900_000 : 120_000);
    for (const width of WIDTHS) {
      const { page, close } = await signedIn(browser, who, {}, { width, height: 844 });
      await slowly(page.context(), page);
      await watchLayoutShift(page);
      for (const path of await pagesOf(who)) {
        await page.goto(path);
        await settled(page);
        expect.soft(await layoutShift(page), `${path} at ${width}`).toBeLessThanOrEqual(BOUND);
      }
      await close();
    }
  });

test('an announcement pushes nothing away after the first sign-in', async ({ browser }) => {
  const admin = await actor('admin');
  const { api, login } = await newCustomer(0);
  const { userId } = api.session.info as { userId: string };
  const inAll = (text: string) => ({ zh_CN: text, en_US: text, pt_BR: text, zh_TW: text });
  const texts = { title: inAll('Shift'), summary: inAll('Nothing moves'), content: inAll('<p>Nothing moves</p>') };
  const audience = { kind: 'users', userIds: [userId] };
  const { id } = await admin<{ id: string }>('POST', '/im/announcement', { ...texts, audience });
  await admin('PUT', `/im/announcement/publish/now?id=${id}`);
  await api('PUT', `/im/announcement/read/${userId}/${id}`); // its dialog is closed, the ticker stays
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', viewport });
  const page = await context.newPage();
  await slowly(context, page);
  await watchLayoutShift(page);
  await page.goto('/');
  await page.getByLabel('Account or phone number').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('region', { name: 'Announcements' })).toContainText('Nothing moves');
  await settled(page);
  expect(await layoutShift(page)).toBeLessThanOrEqual(BOUND);
  await leave(context);
});
