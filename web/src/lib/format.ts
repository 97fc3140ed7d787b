import { useLocale, useTranslations } from 'next-intl';
import { figure, share } from '@/lib/i18n/figures';
import { browserCache } from './cache';
import { GREETING_BANDS } from './constants';

export type Format = {
  /** Credit with two decimals; an absent amount is a dash. */
  credit(v: number | null | undefined): string;
  /** Credit with its unit, for a figure without a label. */
  credits(v: number | null | undefined): string;
  /** The head of a column of credit, with the unit. */
  inCredits(title: string): string;
  count(v: number | null | undefined): string;
  /** A share of 1. */
  percent(v: number): string;
  /** An instant of the wire at +08:00, to the second. */
  time(v: string | null | undefined): string;
  /** Minutes of an instant at +08:00. */
  minute(v: string | null | undefined): string;
  number(phone: string): string;
  country(code: string): string;
};

const EMPTY = '–';

/** The one place where numbers, credit, times and countries become text. */
export function useFormat(): Format {
  const t = useTranslations('table');
  const locale = useLocale();
  const stamp = (v: string | null | undefined, to: number) =>
    v ? nowAtEight(new Date(v)).slice(0, to).replace('T', ' ') : EMPTY;
  const credit = (v: number | null | undefined) => (v === null || v === undefined ? EMPTY : figure(v, locale, 2, 2));
  return {
    credit,
    credits: (v) => (v === null || v === undefined ? EMPTY : t('credits', { n: credit(v) })),
    inCredits: (title) => t('inCredits', { title }),
    count: (v) => (v === null || v === undefined ? EMPTY : figure(v, locale)),
    percent: (v) => share(v, locale),
    time: (v) => stamp(v, 19),
    minute: (v) => stamp(v, 16),
    number: (phone) => `+${phone}`,
    country: (code) => regionName(code, locale),
  };
}

/** Regions whose names are prefixed with China's (platform-services §9), in the words of the server's selector. */
const PREFIXED: Record<string, Record<string, string>> = {
  TW: { 'zh-CN': '中国台湾', 'zh-TW': '中國台灣', 'en-US': 'China Taiwan', 'pt-BR': 'China Taiwan' },
  HK: { 'zh-CN': '中国香港', 'zh-TW': '中國香港', 'en-US': 'China Hong Kong', 'pt-BR': 'China Hong Kong' },
  MO: { 'zh-CN': '中国澳门', 'zh-TW': '中國澳門', 'en-US': 'China Macao', 'pt-BR': 'China Macau' },
};

/** The names that were shown lately: asking the browser for the first one of a visit costs more than a whole table. */
const kept = browserCache<Record<string, string>>('regions_');
const regions = new Map<string, { names: Record<string, string>; ask?: Intl.DisplayNames }>();

function regionsIn(locale: string) {
  const known = regions.get(locale) ?? { names: kept.get(locale)?.data ?? {} };
  regions.set(locale, known);
  return known;
}

let keeping: ReturnType<typeof setTimeout> | undefined;

/** Stores the names of a page together, with a short delay, so that the next page already has them. */
function keep(locale: string, names: Record<string, string>) {
  clearTimeout(keeping);
  keeping = setTimeout(() => kept.put(locale, names), 100);
}

function named(code: string, locale: string): string {
  const known = regionsIn(locale);
  const name = known.names[code];
  if (name !== undefined) return name;
  known.ask ??= new Intl.DisplayNames([locale], { type: 'region' });
  const found = known.ask.of(code) ?? code;
  known.names[code] = found;
  keep(locale, known.names);
  return found;
}

/** The name of a region; its code when it has no known name. */
export function regionName(code: string, locale: string): string {
  const prefixed = PREFIXED[code.toUpperCase()]?.[locale];
  if (prefixed) return prefixed;
  try {
    return named(code.toUpperCase(), locale);
  } catch {
    return code; // not a code at all
  }
}

/** Days of the address (yyyy-mm-dd at +08:00) as instants of the wire: the first and the last millisecond of the day. */
export function dayStart(day: string): string {
  return new Date(`${day}T00:00:00.000+08:00`).toISOString();
}
export function dayEnd(day: string): string {
  return new Date(`${day}T23:59:59.999+08:00`).toISOString();
}

/** The day of an instant at +08:00, yyyy-mm-dd. */
export function dayAtEight(now = new Date()): string {
  return nowAtEight(now).slice(0, 10);
}

/** The hour of now at +08:00, 0 to 23. */
export function hourNow(now = new Date()): number {
  return Number(nowAtEight(now).slice(11, 13));
}

/** The wall clock at +08:00 as a local time, for pickers that know local times only. There is no summer time, so no library is asked. */
export function nowAtEight(now = new Date()): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
}

/** Returns the greeting of an hour: before 9, up to 11, up to 13, before 20, later (platform-services §9). */
export function greetingBand(hour: number): (typeof GREETING_BANDS)[number][1] {
  return GREETING_BANDS.find(([until]) => hour < until)?.[1] ?? 'evening';
}
