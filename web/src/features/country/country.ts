import type { RecordOf } from '@/kit/api/types';
import type { Languages } from '@/kit/input/LanguagesInput';

export const LIST = '/conf/country/page';
export type Country = RecordOf<typeof LIST>;

export type Values = { name: Languages; timeZone?: string; enabled: boolean; blacklist: string[] };

/** Their names carry China's prefix in every language (platform-services §9): nobody rewrites them. */
const PREFIXED = ['TW', 'HK', 'MO'];

export const isPrefixed = (code: string) => PREFIXED.includes(code);

export function valuesOf(c: Country): Values {
  return { name: c.languages, timeZone: c.timeZone, enabled: !c.disabled, blacklist: c.blacklist ?? [] };
}

/** What differs from what the row has; a name that is the shipped one is sent empty, and follows it from then on. */
export function bodyOf({ name, timeZone = '', enabled, blacklist }: Values, row: Country) {
  const names = Object.entries(name).map(([lang, text]) => [lang, text === row.shipped[lang] ? '' : (text ?? '')]);
  return {
    code: row.code,
    name: isPrefixed(row.code) ? undefined : Object.fromEntries(names),
    // A zone that is named holds for the whole country, so that of several is not named by saving something else.
    timeZone: timeZone === row.timeZone ? undefined : timeZone,
    disabled: !enabled,
    blacklist,
  };
}
