import type { RecordOf } from '@/kit/api/types';
import { changed } from '@/kit/form/changed';
import type { Languages } from '@/kit/input/languages';

export const LIST = '/conf/country/page';
export type Country = RecordOf<typeof LIST>;

export type Values = { name: Languages; timeZone?: string; enabled: boolean; blacklist: string[] };

/** Their names carry China's prefix in every language (platform-services §9): nobody rewrites them. */
const PREFIXED = ['TW', 'HK', 'MO'];

export const isPrefixed = (code: string) => PREFIXED.includes(code);

export function valuesOf(c: Country): Values {
  return { name: c.languages, timeZone: c.timeZone, enabled: !c.disabled, blacklist: c.blacklist ?? [] };
}

/** As the server has it: a name that is the shipped one is sent empty, and follows it from then on. */
function wired({ name, timeZone = '', enabled, blacklist }: Values, { shipped, languages }: Country) {
  const names = Object.entries({ ...languages, ...name });
  return {
    name: Object.fromEntries(names.map(([lang, text]) => [lang, text === shipped[lang] ? '' : (text ?? '')])),
    timeZone,
    disabled: !enabled,
    blacklist: blacklist.toSorted(),
  };
}

/**
 * What differs from the row, so that nothing else is touched: a time zone that is named holds for the whole country, so that of
 * several none is named by saving something else.
 */
export function bodyOf(values: Values, row: Country) {
  const before = valuesOf(row);
  return { code: row.code, ...changed(wired({ ...before, ...values }, row), wired(before, row)) };
}
