import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { PRIMARY } from '@/core/constants';
import type { Locale } from '@/i18n/locales';
import { safeStorage } from '@/kit/storage';

type Prefs = {
  locale: Locale;
  dark: boolean;
  primary: string;
  collapsed: boolean;
  set(part: Partial<Omit<Prefs, 'set'>>): void;
};

/** What a user chose for this browser. */
export const usePrefs = create<Prefs>()(
  persist((set) => ({ locale: 'zh-CN', dark: false, primary: PRIMARY, collapsed: false, set: (part) => set(part) }), {
    name: 'prefs',
    storage: createJSONStorage(() => safeStorage),
  }),
);
