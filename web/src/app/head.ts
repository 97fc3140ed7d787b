// Runs in the head of the built page before any other script (`scripts/finish.mjs` puts it there): has the code, the styles and the
// words of the first screen loaded, and what it shows asked for, all at once. Without it the console starts a little later.

import type { PreloadedResponses } from '@/lib/api/preloaded';
import { initialLocale } from '@/lib/i18n/locales';
import { firstLeaf, match } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { safeStorage } from '@/lib/storage';

/** Manifest of the built console, written by `scripts/finish.mjs`. */
export type ScreenManifest = {
  /** Names of files; all the rest names them by their places here. */
  files: string[];
  /** Files of the first screens, by the names in core/boot.ts. */
  first: Record<string, number[]>;
  /** Files of texts by language and namespace; `start` is loaded at every start. */
  words: Record<string, Record<string, number[]>>;
  /** Pages by uri: their code, their namespaces, and the list that they show first. */
  pages: Record<string, { files: number[]; words: string[]; list?: string }>;
};

type StoredSession = { token?: string | null; info?: { userId: string; mustChangePassword?: boolean } | null };

const DAY = 86_400_000;

function readStored<T>(name: string): T | undefined {
  try {
    return JSON.parse(safeStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function preloadFiles(built: ScreenManifest, places: number[] = []) {
  for (const place of places) {
    const file = built.files[place] ?? '';
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.href = `/_next/static/chunks/${file}`;
    document.head.append(link);
  }
}

/** The page that the address leads to, by the menu of the last visit. */
function pageOf(menu: MenuNode[], path: string): MenuNode | undefined {
  const hit = match(menu, path);
  return hit.kind === 'page' ? hit.node : firstLeaf(menu);
}

export function preloadFirstScreen(manifest: ScreenManifest) {
  const session = readStored<{ state: StoredSession }>('session')?.state;
  const prefs = readStored<{ state: { locale?: string; localeAt?: number } }>('prefs')?.state;
  const old = prefs?.localeAt && Date.now() - prefs.localeAt > 3 * DAY;
  const locale = (!old && prefs?.locale) || initialLocale();
  const words = manifest.words[locale] ?? {};
  preloadFiles(manifest, words.start);
  const user = session?.info;
  if (window.heraldToken || !session?.token || !user || user.mustChangePassword) {
    if (!session?.token) {
      preloadFiles(manifest, manifest.first.login);
      preloadFiles(manifest, words.auth);
    }
    return;
  }
  preloadFiles(manifest, manifest.first.shell);
  const early: PreloadedResponses = {
    headers: { lang: locale.replace('-', '_'), 'Accept-Language': locale, Authorization: `Bearer ${session.token}` },
    answers: new Map(),
  };
  const ask = (address: string) => {
    const answer = fetch(`/api${address}`, { headers: early.headers });
    answer.catch(() => {}); // the caller that takes it repeats it
    early.answers.set(`/api${address}`, answer);
  };
  const menu = readStored<{ data: MenuNode[] }>(`menu_${user.userId}`)?.data;
  const page = menu && manifest.pages[pageOf(menu, location.pathname)?.uri ?? ''];
  if (page) {
    preloadFiles(manifest, page.files);
    for (const name of page.words) preloadFiles(manifest, words[name]);
    if (page.list && location.search === '') ask(`${page.list}?current=1&size=10`);
  } else if (!menu) ask('/oauth/router');
  if (readStored(`ticker_${user.userId}`) !== 0)
    ask(`/im/announcement/no/expire?userId=${encodeURIComponent(user.userId)}`);
  window.heraldEarly = early;
}
