import type { Messages } from '../../messages/en-US';

export const LOCALES = ['zh-CN', 'en-US', 'pt-BR', 'zh-TW'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language calls itself by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'pt-BR': 'Português',
  'zh-TW': '繁體中文',
};

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
