import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { LANGUAGE_LIFE } from '@/lib/constants';
import { initialLocale, LOCALES, type Locale } from '@/lib/i18n/locales';
import { safeStorage } from '@/lib/storage';
import { PRIMARY } from './presets';

export type NavLayout = 'side' | 'top' | 'mix';

export type PrefValues = {
  locale: Locale;
  /** Time of the language's last use: it is kept for three days. */
  localeAt: number;
  /** Whether the dark theme is shown; with `followSystem` it follows the system. */
  dark: boolean;
  followSystem: boolean;
  primary: string;
  navTheme: 'dark' | 'light';
  layout: NavLayout;
  contentWidth: 'Fluid' | 'Fixed';
  fixedHeader: boolean;
  fixedSider: boolean;
  colourWeak: boolean;
  multiTab: boolean;
  collapsed: boolean;
  stock: boolean;
  /** The position of the stock button: pixels from the right and the bottom. */
  stockAt: { right: number; bottom: number };
};

type Prefs = PrefValues & { set(part: Partial<PrefValues>): void };

/** The defaults of platform-services §3. A browser in one of our languages starts in that. */
export const DEFAULTS: PrefValues = {
  locale: 'zh-CN',
  localeAt: 0,
  dark: false,
  followSystem: false,
  primary: PRIMARY,
  navTheme: 'dark',
  layout: 'side',
  contentWidth: 'Fixed',
  fixedHeader: true,
  fixedSider: true,
  colourWeak: false,
  multiTab: true,
  collapsed: false,
  stock: true,
  stockAt: { right: 24, bottom: 24 },
};

/**
 * Returns the valid part of the stored preferences. The language expires after three days without a visit; an unknown
 * language becomes English.
 */
export function revive(stored: Partial<PrefValues>, now = Date.now()): Partial<PrefValues> {
  const { locale, localeAt, ...rest } = stored;
  const known = Object.fromEntries(
    Object.entries(rest).filter(([k, v]) => k in DEFAULTS && typeof v === typeof DEFAULTS[k as keyof PrefValues]),
  );
  if (locale === undefined || (localeAt && now - localeAt > LANGUAGE_LIFE)) return known;
  return { ...known, locale: LOCALES.includes(locale) ? locale : 'en-US', localeAt: now };
}

const systemDark =
  typeof window === 'undefined' ? { matches: false } : window.matchMedia('(prefers-color-scheme: dark)');

/** Leaving the top layout ends the fixed width, which exists there alone (platform-services §4). */
function consistent(before: PrefValues, part: Partial<PrefValues>): Partial<PrefValues> {
  const leaves = part.layout !== undefined && part.layout !== 'top' && before.layout === 'top';
  return {
    ...part,
    // Choosing light or dark ends following the system.
    ...(part.dark !== undefined && part.followSystem === undefined ? { followSystem: false } : {}),
    ...(part.followSystem ? { dark: systemDark.matches } : {}),
    ...(leaves ? { contentWidth: 'Fluid' as const } : {}),
    ...(part.locale ? { localeAt: Date.now() } : {}),
  };
}

/** A user's preferences in this browser. */
export const usePrefs = create<Prefs>()(
  persist((set) => ({ ...DEFAULTS, locale: initialLocale(), set: (part) => set((s) => consistent(s, part)) }), {
    name: 'prefs',
    storage: createJSONStorage(() => safeStorage),
    partialize: ({ set: _, ...values }) => values,
    merge: (stored, current) => ({ ...current, ...revive((stored ?? {}) as Partial<PrefValues>) }),
  }),
);

/** Follows the system's colour scheme, now and when it changes, for users who chose that. */
export function followSystem(): () => void {
  const follow = () => {
    const { followSystem: on, dark, set } = usePrefs.getState();
    if (on && dark !== systemDark.matches) set({ followSystem: true });
  };
  follow();
  if (!('addEventListener' in systemDark)) return () => {};
  systemDark.addEventListener('change', follow);
  return () => systemDark.removeEventListener('change', follow);
}
