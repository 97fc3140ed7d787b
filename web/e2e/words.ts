import fs from 'node:fs';
import path from 'node:path';
import type { LOCALES } from './kit';

type Messages = { [name: string]: string | Messages };

/** A message by its file and name, with values for what it names in braces. */
export type Words = (name: string, values?: Record<string, string>) => string;

/** Returns the console's texts in a language and its format of credit amounts. */
export function wordsOf(locale: (typeof LOCALES)[number]): { t: Words; credits: (n: number) => string } {
  const files = new Map<string, Messages>();
  const read = (file: string) => {
    const at = path.join(import.meta.dirname, '../messages', locale, `${file}.json`);
    const known = files.get(file) ?? (JSON.parse(fs.readFileSync(at, 'utf8')) as Messages);
    files.set(file, known);
    return known;
  };
  const t: Words = (name, values = {}) => {
    const [file = '', ...names] = name.split('.');
    const found = names.reduce<Messages | string>((at, n) => (at as Messages)[n] ?? '', read(file));
    if (typeof found !== 'string' || found === '') throw new Error(`${name} is no message of ${locale}`);
    return found.replace(/\{(\w+)\}/g, (all, v) => values[v] ?? all);
  };
  const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  return { t, credits: (n) => t('table.credits', { n: figures.format(n) }) };
}
