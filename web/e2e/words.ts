import { messagesOf } from '../scripts/messages.mjs';
import type { LOCALES } from './kit';

type Messages = { [name: string]: string | Messages };

/** A message by its namespace and name, with values for what it names in braces. */
export type Words = (name: string, values?: Record<string, string>) => string;

/** Returns the console's texts in a language and its format of credit amounts. */
export function wordsOf(locale: (typeof LOCALES)[number]): { t: Words; credits: (n: number) => string } {
  const all: Messages = messagesOf(locale);
  const t: Words = (name, values = {}) => {
    const found = name.split('.').reduce<Messages | string>((at, n) => (at as Messages)[n] ?? '', all);
    if (typeof found !== 'string' || found === '') throw new Error(`${name} is no message of ${locale}`);
    return found.replace(/\{(\w+)\}/g, (all, v) => values[v] ?? all);
  };
  const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  return { t, credits: (n) => t('table.credits', { n: figures.format(n) }) };
}
