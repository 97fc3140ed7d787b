import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadFirstScreen } from '@/app/head';
import { firstPage } from '@/kit/resource/firstPage';
import { apiData } from '@/lib/api/client';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';

const BUILT = {
  files: ['login.js', 'shell.js', 'shell.css', 'start.js', 'auth.js', 'order.js', 'anfang.js', 'orders.js'],
  first: { login: [0], shell: [1, 2] },
  words: {
    'en-US': { start: [3], auth: [4], order: [5] },
    'zh-CN': { start: [6] },
  },
  pages: { 'gc/order': { files: [7], words: ['order'], list: '/gc/groupsendorder/page' } },
};
const MENU = [{ id: 'o', type: 1, path: '/send/order', uri: 'gc/order', title: 'Orders' }];
const asked: [string, RequestInit | undefined][] = [];
const keep = (name: string, value: unknown) => window.localStorage.setItem(name, JSON.stringify(value));
const loaded = () =>
  [...document.head.querySelectorAll('link')].map((l) => `${l.as} ${l.getAttribute('href')?.slice(21)}`);

function signedIn(menu = true, more: object = {}) {
  keep('session', { state: { token: 't', info: { userId: 'u', ...more } } });
  keep('prefs', { state: { locale: 'en-US' } });
  if (menu) keep('menu_u', { at: Date.now(), data: MENU });
}

beforeEach(() => {
  document.head.innerHTML = '';
  asked.length = 0;
  delete window.heraldEarly;
  window.history.replaceState(null, '', '/send/order');
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push([url, init]);
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: { records: [], total: 0 } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('has code, words and the list of the wanted page under way, as the page itself would ask for them', async () => {
  signedIn();
  preloadFirstScreen(BUILT);
  expect(loaded()).toEqual([
    'script start.js',
    'script shell.js',
    'style shell.css',
    'script orders.js',
    'script order.js',
  ]);
  expect(asked.map(([url]) => url)).toEqual([
    '/api/gc/groupsendorder/page?current=1&size=10',
    '/api/im/announcement/no/expire?userId=u',
  ]);
  expect(asked[0]?.[1]?.headers).toEqual({ lang: 'en_US', 'Accept-Language': 'en-US', Authorization: 'Bearer t' });

  // The page asks, and the answer is there; the next time it asks for itself.
  usePrefs.setState({ locale: 'en-US' });
  useSession.setState({ token: 't' });
  const { queryKey } = firstPage('/gc/groupsendorder/page');
  const list = () => apiData('get', '/gc/groupsendorder/page', queryKey[2] as never);
  await list();
  expect(asked).toHaveLength(2);
  await list();
  expect(asked).toHaveLength(3);
});

it('gives no answer to another user, or in another language', async () => {
  signedIn();
  preloadFirstScreen(BUILT);
  usePrefs.setState({ locale: 'pt-BR' });
  useSession.setState({ token: 't' });
  await apiData('get', '/gc/groupsendorder/page', { query: { current: 1, size: 10 } } as never);
  expect(asked).toHaveLength(3);
});

it('asks for the menu where none is known, and for no list whose address has parameters', () => {
  signedIn(false);
  preloadFirstScreen(BUILT);
  expect(asked.map(([url]) => url)).toContain('/api/oauth/router');
  asked.length = 0;
  signedIn();
  keep('ticker_u', 0);
  window.history.replaceState(null, '', '/send/order?page=2');
  preloadFirstScreen(BUILT);
  expect(asked).toEqual([]);
});

it('has the sign-in page loaded for whom it is shown, and asks nothing', () => {
  keep('prefs', { state: { locale: 'en-US' } });
  preloadFirstScreen(BUILT);
  expect(loaded()).toEqual(['script start.js', 'script login.js', 'script auth.js']);
  document.head.innerHTML = '';
  signedIn(true, { mustChangePassword: true });
  preloadFirstScreen(BUILT);
  expect(loaded()).toEqual(['script start.js']);
  document.head.innerHTML = '';
  window.localStorage.clear();
  window.localStorage.setItem('session', 'not json');
  preloadFirstScreen(BUILT); // in the browser's language
  expect(loaded()).toEqual(['script start.js', 'script login.js', 'script auth.js']);
  expect(asked).toEqual([]);
});
