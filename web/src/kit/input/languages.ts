import type { Locale } from '@/lib/i18n/locales';

/** A text per language, keyed as on the wire. */
export type Languages = Partial<Record<'zh_CN' | 'en_US' | 'pt_BR' | 'zh_TW', string>>;

export const toApiLanguage = (l: Locale) => l.replace('-', '_') as keyof Languages;

/** The text in the user's language, else in any that has one. */
export function inLanguage(value: Languages | null | undefined, locale: Locale): string {
  return value?.[toApiLanguage(locale)] || Object.values(value ?? {}).find(Boolean) || '';
}
