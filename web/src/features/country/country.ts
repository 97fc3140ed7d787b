import { changed } from '@/kit/form/changed';
import type { Languages } from '@/kit/input/languages';
import type { RecordOf } from '@/lib/api/types';

export const COUNTRY_LIST = '/conf/country/page';
export type Country = RecordOf<typeof COUNTRY_LIST>;

export type CountryFormValues = { name: Languages; timeZone?: string; enabled: boolean; blacklist: string[] };

/** The names of these carry China's prefix in every language (platform-services §9) and cannot be edited. */
const PREFIXED = ['TW', 'HK', 'MO'];

export const isPrefixed = (code: string) => PREFIXED.includes(code);

export function valuesOf(c: Country): CountryFormValues {
  return { name: c.languages, timeZone: c.timeZone, enabled: !c.disabled, blacklist: c.blacklist ?? [] };
}

/**
 * Returns the country as the API expects it. A name equal to the shipped one is sent empty, and follows it from then
 * on.
 */
function toApiCountry({ name, timeZone = '', enabled, blacklist }: CountryFormValues, { shipped, languages }: Country) {
  const names = Object.entries({ ...languages, ...name });
  return {
    name: Object.fromEntries(names.map(([lang, text]) => [lang, text === shipped[lang] ? '' : (text ?? '')])),
    timeZone,
    disabled: !enabled,
    blacklist: blacklist.toSorted(),
  };
}

/**
 * Returns the values that differ from the row. A time zone that is sent replaces all zones of the country, so an
 * unchanged one must not be sent.
 */
export function bodyOf(values: CountryFormValues, row: Country) {
  const before = valuesOf(row);
  return { code: row.code, ...changed(toApiCountry({ ...before, ...values }, row), toApiCountry(before, row)) };
}
