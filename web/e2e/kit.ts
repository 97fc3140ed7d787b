import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { dev, type Who } from './dev';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'] as const;
export type Prefs = { locale?: (typeof LOCALES)[number]; dark?: boolean };

/** Signs in through the API and gives what the console would have stored. */
async function session(who: Who) {
  const response = await fetch(`${dev.api}/oauth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(dev.logins[who]),
  });
  const { data } = await response.json();
  const { token, refresh_token: refreshToken, info, attributes, permissions, roles } = data;
  return { token, refreshToken, info, attributes, permissions, roles };
}

/** A page of a signed-in user; nothing that the browser complains about passes. */
export async function signedIn(browser: Browser, who: Who, prefs: Prefs = {}, size = { width: 1280, height: 800 }) {
  const stored = (state: object) => JSON.stringify({ state, version: 0 });
  const { locale = 'en-US', dark = false } = prefs;
  const context = await browser.newContext({
    viewport: size,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(dev.url).origin,
          localStorage: [
            { name: 'session', value: stored(await session(who)) },
            { name: 'prefs', value: stored({ locale, dark, primary: '#1890FF', collapsed: false }) },
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

/** WCAG 2.1 A and AA by axe. */
export async function expectAccessible(page: Page, where: string) {
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
