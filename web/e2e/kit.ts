import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { dev, type Who } from './dev';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'] as const;
export type Prefs = { locale?: (typeof LOCALES)[number]; dark?: boolean };

type Call = <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>;

/** Calls the server as somebody; gives `data`. */
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

/** What the console would have stored. */
function stored({ token, refresh_token: refreshToken, info, attributes, permissions, roles }: Session) {
  return { token, refreshToken, info, attributes, permissions, roles };
}

/** A page of a signed-in user; nothing that the browser complains about passes. */
export async function signedIn(browser: Browser, who: Who, prefs: Prefs = {}, size = { width: 1280, height: 800 }) {
  const kept = (state: object) => JSON.stringify({ state, version: 0 });
  const { session } = await caller(dev.logins[who]);
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
          ],
        },
      ],
    },
  });
  const page = await context.newPage();
  return { page, complaints: listen(page), close: () => context.close() };
}

/** Errors of the console and of the page, as they come. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (m) => m.type() === 'error' && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(String(e)));
  return complaints;
}

/** Waits until what moves has come to rest; what turns for ever does not count. */
export async function atRest(page: Page) {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((a) => a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map((a) => a.finished.catch(() => {})));
  });
}

/** WCAG 2.1 A and AA by axe. */
export async function expectAccessible(page: Page, where: string) {
  await atRest(page);
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
  const lines = found.violations.map(
    (v) =>
      `${where}: ${v.id}: ${v.nodes
        .slice(0, 4)
        .map((n) => `${n.target.join(' ')} ${n.any[0]?.message ?? ''}`)
        .join(' | ')}`,
  );
  expect(lines).toEqual([]);
}

/** Nothing sticks out of the window at the side. */
export async function expectNoSideScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(window as number);
}
