import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { dev, type Who } from './dev';
import { digits } from './unique';

/**
 * Ends a context. Chromium forgets that a page was to be closed when a navigation of it commits at that moment, and the
 * context then never ends; an empty page that has been reached is navigating nowhere.
 */
export async function leave(context: BrowserContext) {
  await Promise.all(context.pages().map((page) => page.goto('about:blank').catch(() => {})));
  await context.close();
}

/** Closes the offer of the yearly service wherever it comes up: a sign-in by the form shows it over the open form. */
function closeOffers(context: BrowserContext) {
  context.on('page', (page) => {
    const offer = page.getByRole('dialog', { name: 'Service', exact: true });
    void page.addLocatorHandler(offer, () => offer.getByRole('button', { name: 'Later' }).click());
  });
}

/** Playwright's test, whose own context ends by `leave`. */
export const test = base.extend({
  context: async ({ context }, use) => {
    closeOffers(context);
    await use(context);
    await leave(context);
  },
});

/** Marks a test that changes what every user sees, or counts what others do: nothing runs beside it. */
export const ALONE = { tag: '@alone' };

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'] as const;
export type Prefs = { locale?: (typeof LOCALES)[number]; dark?: boolean };

type Call = <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>;

/** Calls the server as a user; gives `data`. */
export async function caller(login: { username: string; password: string }): Promise<Api> {
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(dev.api + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const session = (await send('POST', '/oauth/login', login)) as Session;
  const call = (method: string, path: string, body?: object) => send(method, path, body, session.token);
  return Object.assign(call as Call, { session });
}

export type Api = Call & { session: Session };

type Session = { token: string; refresh_token: string } & Record<
  'info' | 'attributes' | 'permissions' | 'roles',
  unknown
>;

/** Returns the session as the console stores it. */
function stored({ token, refresh_token: refreshToken, info, attributes, permissions, roles }: Session) {
  return { token, refreshToken, info, attributes, permissions, roles };
}

const callers = new Map<Who, Promise<Api>>();

/** Calls the server as one of the product's logins, which signs in once for all tests of a worker. */
export function actor(who: Who): Promise<Api> {
  const known = callers.get(who) ?? caller(dev.logins[who]);
  callers.set(who, known);
  return known;
}

/** A customer of its own for a test, with a password and some credit. */
export async function newCustomer(
  credit: number,
): Promise<{ api: Api; login: { username: string; password: string } }> {
  const phone = `118${digits(8)}`;
  const admin = await actor('admin');
  const { userId } = await admin<{ userId: string }>('POST', '/aty/customerinfo', {
    name: `Test ${phone}`,
    phone,
    email: `t${phone}@herald.test`,
    companyName: 'Test',
    countryCode: 'BR',
    customerType: 'person',
  });
  const initial = phone.slice(-6);
  const fresh = await caller({ username: phone, password: initial });
  const password = 'Blue-Kettle-71';
  await fresh('PUT', '/pi/personal/info/pass', { oldPass: initial, newPass: password, confirmPass: password });
  if (credit > 0)
    await admin('PUT', '/aty/customerinfo/recharge', { userId, amount: credit, currency: 'RMB', remark: 'for a test' });
  const login = { username: phone, password };
  return { api: await caller(login), login };
}

/** Makes a list of Brazil with so many contacts whose last digits say nothing to the simulator; returns its id. */
export async function contactList(api: Api, name: string, n: number): Promise<string> {
  const { id } = await api<{ id: string }>('POST', '/aty/contactsgroup', { name, countryCode: 'BR' });
  const phoneNumbers = Array.from({ length: n }, (_, i) => `551197${digits(5)}${11 + i}`);
  await api('POST', `/aty/contactsgroup/${id}/member`, { phoneNumbers });
  return id;
}

/** Opens the form of a contact list and fills it; nothing is sent. */
export async function contactListForm(page: Page, name: string): Promise<Locator> {
  await page.goto('/send/contact');
  await page.getByRole('button', { name: 'New contact list' }).first().click();
  const form = page.getByRole('dialog', { name: 'New contact list' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Country').fill('brazil');
  await pickOption(page.locator('.ant-select-item-option[title="Brazil +55"]'));
  return form;
}

/** A page of a signed-in user; nothing that the browser complains about passes. */
export async function signedIn(
  browser: Browser,
  who: Who | Api,
  prefs: Prefs = {},
  size = { width: 1280, height: 800 },
) {
  const kept = (state: object) => JSON.stringify({ state, version: 0 });
  const { session } = typeof who === 'string' ? await actor(who) : who;
  const { locale = 'en-US', dark = false } = prefs;
  const context = await browser.newContext({
    viewport: size,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(dev.url).origin,
          localStorage: [
            { name: 'session', value: kept(stored(session)) },
            { name: 'prefs', value: kept({ locale, dark, primary: '#1890FF', collapsed: false }) },
            // The offer of the yearly service was closed today.
            { name: 'status', value: 'false' },
            { name: 'status.at', value: String(Date.now()) },
          ],
        },
      ],
    },
  });
  closeOffers(context);
  const page = await context.newPage();
  return { page, complaints: listen(page), close: () => leave(context) };
}

/** Every field that text is typed into has space for it: its border, or that of what holds it, is at least 120 px wide. */
export async function expectRoomToType(page: Page, name: string) {
  const narrow = await page.locator('input, textarea').evaluateAll((all) =>
    (all as HTMLInputElement[])
      .filter((i) => ['text', 'search', 'tel', 'email', 'password', 'url', 'textarea'].includes(i.type))
      .filter((i) => !i.readOnly && i.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((i) => {
        let field: Element = i;
        while (field.parentElement && getComputedStyle(field).borderTopWidth === '0px') field = field.parentElement;
        return `${Math.round(field.getBoundingClientRect().width)} ${i.getAttribute('aria-label') ?? i.placeholder}`;
      })
      .filter((told) => Number.parseInt(told, 10) < 120),
  );
  expect.soft(narrow, `${name}: fields narrower than 120 px`).toEqual([]);
}

/** The frames of emails run no script, and say so of those that a test brings into every frame: axe, and what watches shifts. */
const NO_SCRIPTS = "Blocked script execution in 'about:srcdoc'";

/** Errors of the console and of the page, as they come. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (m) => {
    if (m.type() === 'error' && !m.text().startsWith(NO_SCRIPTS)) complaints.push(`${m.text()} ${m.location().url}`);
  });
  page.on('pageerror', (e) => complaints.push(String(e)));
  return complaints;
}

/** Opens a tab of an order's page. */
export async function openPart(page: Page, name: string) {
  await page.getByRole('radiogroup', { name: 'Parts of the order' }).getByText(name, { exact: true }).click();
}

/**
 * Chooses an option of a list that is open. The list is placed anew when its options come or its space changes, and then moves away from
 * under a press that has begun: so the option gets its click wherever it is.
 */
export async function pickOption(option: Locator) {
  await option.waitFor();
  await option.dispatchEvent('click');
}

/**
 * Waits until two frames pass in which nothing moves; what turns for ever does not count. One look is not enough: in a change of
 * the theme a button's transition is cancelled by one that begins where it was, and what has arrived may start something else.
 */
export async function atRest(page: Page) {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        // Scroll-driven animations advance only during a scroll, so they are left out.
        .filter((a) => a.timeline === document.timeline)
        .filter((a) => a.playState !== 'finished' && a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await document.fonts.ready;
    for (let still = 0; still < 2; ) {
      const now = moving();
      still = now.length === 0 ? still + 1 : 0;
      await Promise.all(now.filter((a) => a.playState === 'running').map((a) => a.finished.catch(() => {})));
      await new Promise(requestAnimationFrame);
    }
  });
}

/**
 * Returns the violations that axe finds once the page is at rest: one line a rule, shortest first, as a long log may be
 * cut. Axe runs within the page, which has no frames; the blank page for merging frames costs more than the check.
 * Violations are confirmed by a second run, because a message may begin to fade during the first.
 */
async function complaintsOf(page: Page, rules: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const judge = async () => {
    await atRest(page);
    return rules(new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })).analyze();
  };
  const first = await judge();
  const { violations } = first.violations.length > 0 ? await judge() : first;
  return violations.map(({ id, nodes }) => {
    const shown = nodes
      .slice(0, 4)
      .map((n) => `  ${n.target.join(' ')} ${n.any[0]?.message ?? ''} ${n.html.slice(0, 120)}`);
    return [`${id} at ${nodes.length}`, ...shown].join('\n');
  });
}

/** WCAG 2.1 A and AA. */
export async function expectAccessible(page: Page, where: string) {
  const found = await complaintsOf(page, (axe) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']));
  expect.soft(found.length, `${where}: ${found.join('\n')}`).toBe(0);
}

/** Checks the rules that depend on colours; enough for a page that was checked completely in another theme. */
export async function expectReadable(page: Page, where: string) {
  const found = await complaintsOf(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
  expect.soft(found.length, `${where}: ${found.join('\n')}`).toBe(0);
}

/** Checks the given rules of axe. */
export async function expectRules(page: Page, where: string, rules: string[]) {
  const found = await complaintsOf(page, (axe) => axe.withRules(rules));
  expect(found.length, `${where}: ${found.join('\n')}`).toBe(0);
}

/** The menu of the console. */
export const nav = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

/** Opens a group of the menu; its state is kept from page to page. */
export async function openGroup(page: Page, name: string) {
  const group = nav(page).getByRole('button', { name, exact: true });
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
}

/** Goes to a page by its entry in a group of the menu. */
export async function byMenu(page: Page, group: string, name: string) {
  await openGroup(page, group);
  await nav(page).getByRole('link', { name, exact: true }).click();
}

/** Opens the menu of a row; what destroys is always there. A notice over it stays for as long as the mouse is there, so it is closed. */
export async function rowMenu(row: Locator): Promise<Locator> {
  for (const close of await row.page().locator('.ant-notification-notice-close').all())
    await close.click({ timeout: 2_000 }).catch(() => {}); // it may have gone by itself
  await row.getByRole('button', { name: 'More actions' }).click();
  return row.page().getByRole('menu');
}

/** Does something with a row: beside the others, or in its menu, whose entry gets its click wherever the menu moves. */
export async function rowAct(row: Locator, name: string) {
  const beside = row.getByRole('button', { name, exact: true });
  const more = row.getByRole('button', { name: 'More actions' });
  await beside.or(more).first().waitFor();
  if (await beside.isVisible()) return beside.click();
  const entry = (await rowMenu(row)).getByRole('menuitem', { name, exact: true });
  await entry.waitFor();
  await entry.dispatchEvent('click');
}

/** Changes language or theme as another tab of the browser would: at once, on the shown page. */
export async function prefer(page: Page, change: Prefs) {
  await page.evaluate((part) => {
    const kept = JSON.parse(localStorage.getItem('prefs') ?? '{"state":{},"version":0}');
    localStorage.setItem('prefs', JSON.stringify({ ...kept, state: { ...kept.state, ...part } }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'prefs' }));
  }, change);
  const html = page.locator('html');
  if (change.locale) await expect(html).toHaveAttribute('lang', change.locale);
  if (change.dark !== undefined) await expect(html).toHaveAttribute('data-theme', change.dark ? 'dark' : 'light');
}

/** Starts counting layout shifts without user input on each load of the page. */
export async function watchLayoutShift(page: Page) {
  await page.addInitScript(() => {
    const w = window as unknown as { shift: number };
    w.shift = 0;
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!e.hadRecentInput) w.shift += e.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** Checks that the page does not overflow horizontally. */
export async function expectNoSideScroll(page: Page, where: string) {
  // A page that was made narrower a moment ago still draws its new layout.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.configure({ soft: true }).poll(excess, { message: where }).toBeLessThanOrEqual(0);
}

/** Opens what a form folds away. */
export async function unfold(form: Locator, title: string) {
  const fold = form.getByRole('button', { name: title, exact: true });
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
}
