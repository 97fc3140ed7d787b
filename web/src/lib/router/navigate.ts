import { createContext, use, useSyncExternalStore } from 'react';

const MOVED = 'herald:moved';

/** Called before leaving a page that does not stay alive; returns true to stop the navigation. */
export const navigationBlocker: { current: ((from: string, go: () => void) => boolean) | null } = { current: null };

/** Goes to an address of the console by the history alone. */
export function navigate(to: string, opts?: { replace?: boolean; keepScroll?: boolean }) {
  const from = window.location.pathname;
  if (to === from + window.location.search) return;
  const go = () => {
    window.history[opts?.replace ? 'replaceState' : 'pushState'](null, '', to);
    window.dispatchEvent(new Event(MOVED));
    if (!opts?.keepScroll) window.scrollTo(0, 0);
  };
  if (to.split('?', 1)[0] !== from && navigationBlocker.current?.(from, go)) return;
  go();
}

/** Calls a listener whenever the address changes. Gives the function that ends it. */
export function watchAddress(changed: () => void) {
  window.addEventListener('popstate', changed);
  window.addEventListener(MOVED, changed);
  return () => {
    window.removeEventListener('popstate', changed);
    window.removeEventListener(MOVED, changed);
  };
}

/** The path that is shown. */
export function usePath(): string {
  return useSyncExternalStore(
    watchAddress,
    () => window.location.pathname,
    () => '/',
  );
}

/** The path of the page that a component belongs to: hidden pages keep theirs. */
export const PagePath = createContext('/');

const lastSearch = new Map<string, string>();

function searchOf(path: string): string {
  if (window.location.pathname === path) lastSearch.set(path, window.location.search);
  return lastSearch.get(path) ?? '';
}

/** The address of a page with the parameters that it had when it was last shown. */
export function hrefOf(path: string): string {
  return path + (lastSearch.get(path) ?? '');
}

/** Forgets the parameters of a page that was closed: it opens as new. */
export function clearPageState(path: string) {
  lastSearch.delete(path);
}

export type SearchChange = Record<string, string | number | string[] | null>;

export type PageSearch = {
  params: URLSearchParams;
  /** Changes parameters of the page; `null` removes one. A hidden page keeps them for its next visit and does not navigate. */
  set: (change: SearchChange, opts?: { replace?: boolean }) => void;
  /** The address of the page with some parameters changed. */
  href: (change: SearchChange) => string;
};

/** The query of the component's own page, also while another page is shown. */
export function useSearch(): PageSearch {
  const path = use(PagePath);
  const search = useSyncExternalStore(
    watchAddress,
    () => searchOf(path),
    () => '',
  );
  const href = (change: SearchChange) => {
    const next = new URLSearchParams(searchOf(path));
    for (const [name, value] of Object.entries(change)) {
      next.delete(name);
      for (const v of Array.isArray(value) ? value : [value]) if (v !== null && v !== '') next.append(name, String(v));
    }
    return next.size > 0 ? `${path}?${next}` : path;
  };
  return {
    params: new URLSearchParams(search),
    set: (change, opts) => {
      const to = href(change);
      if (window.location.pathname === path) return navigate(to, { keepScroll: true, ...opts });
      lastSearch.set(path, to.slice(path.length));
      window.dispatchEvent(new Event(MOVED));
    },
    href,
  };
}
