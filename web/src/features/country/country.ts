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

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((v) => b.includes(v));

/**
 * What differs from the row, so that nothing else is touched. A name that is the shipped one is sent empty, and follows it from
 * then on; a time zone that is named holds for the whole country, so that of several none is named by saving something else.
 */
export function bodyOf({ name = {}, timeZone = '', enabled, blacklist }: Values, row: Country) {
  const names = Object.entries(name).map(([lang, text]) => [lang, text === row.shipped[lang] ? '' : (text ?? '')]);
  const renamed = !isPrefixed(row.code) && Object.entries(name).some(([lang, text]) => text !== row.languages[lang]);
  return {
    code: row.code,
    name: renamed ? Object.fromEntries(names) : undefined,
    timeZone: timeZone === row.timeZone ? undefined : timeZone,
    disabled: enabled === !row.disabled ? undefined : !enabled,
    blacklist: same(blacklist, row.blacklist ?? []) ? undefined : blacklist,
  };
}
