import { queryOptions } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import type { RecordOf } from '@/lib/api/types';
import { contains } from '@/lib/input/fold';

export const SETTING_LIST = '/lop/system/config/page';
export type Setting = RecordOf<typeof SETTING_LIST>;

const PAGE = 100;

/** All settings: some dozens, and one more for each country whose sending hours are limited. */
export const settingsQuery = queryOptions({
  queryKey: ['get', SETTING_LIST, 'all'] as const,
  queryFn: async ({ signal }) => {
    const all: Setting[] = [];
    for (let current = 1; ; current++) {
      const page = await apiData('get', SETTING_LIST, { query: { current, size: PAGE } }, { signal });
      all.push(...(page.records ?? []));
      if (all.length >= page.total || !page.records?.length) return all;
    }
  },
});

const WINDOW = 'window.';

/** The country whose sending hours a setting limits. */
export function countryOf(s: Setting): string | undefined {
  return s.key.startsWith(WINDOW) ? s.key.slice(WINDOW.length) : undefined;
}

/** The codes of a setting that lists countries. */
export const codesOf = (value: unknown): string[] => String(value).split(',').filter(Boolean);

export const windowKey = (country: string) => WINDOW + country;

export function isChanged(s: Setting): boolean {
  return s.updateTime !== null && String(s.value) !== String(s.default);
}

/** Hours of a day, with time zones behind them where they are not the country's; the end after the beginning. */
const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)(?: \S+)?$/;

export function isWindow(text: string): boolean {
  const [, from = '', to = ''] = HOURS.exec(text) ?? [];
  return from < to;
}

export type Wanted = { text: string; which: string };

/** Whether a setting is among those that are looked for. */
export function matches(s: Setting, name: string, { text, which }: Wanted): boolean {
  const found = contains(`${s.key} ${name} ${s.description}`, text);
  return found && (which === '' || isChanged(s) === (which === 'changed'));
}
