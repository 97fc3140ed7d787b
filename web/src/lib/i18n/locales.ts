import type { Messages } from '../../../messages/en-US';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language calls itself by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'pt-BR': 'Português',
  'zh-TW': '繁體中文',
};

/** Which of our languages a browser's language is. */
const SPOKEN: [RegExp, Locale][] = [
  [/^zh\b.*-(hant|tw|hk|mo)\b/i, 'zh-TW'],
  [/^zh\b/i, 'zh-CN'],
  [/^en\b/i, 'en-US'],
  [/^pt\b/i, 'pt-BR'],
];

/** The first of our languages that the browser's user reads; undefined when it is none of them. `src/app/layout.tsx` does the same. */
export function preferred(languages: readonly string[]): Locale | undefined {
  for (const language of languages) {
    const known = SPOKEN.find(([tag]) => tag.test(language));
    if (known) return known[1];
  }
}

/** The language before the user has chosen one: the browser's, else the specification's default. */
export const initialLocale = (): Locale =>
  (typeof navigator === 'undefined' ? undefined : preferred(navigator.languages ?? [])) ?? 'zh-CN';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
