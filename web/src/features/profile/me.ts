import type { Data } from '@/lib/api/types';
import type { Locale } from '@/lib/i18n/locales';

export type Me = Data<'get', '/pi/personal/info'>;

/** The server writes languages with an underscore. */
export function localeOf(language: string): Locale | undefined {
  return language ? (language.replace('_', '-') as Locale) : undefined;
}

/** Up to two letters that stand for a user without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters =
    words.length > 1 ? [words[0], words[words.length - 1]].map((w) => [...(w ?? '')][0]) : [[...(words[0] ?? '')][0]];
  return letters.join('').toUpperCase();
}
