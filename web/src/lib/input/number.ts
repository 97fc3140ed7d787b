import { figure, marksOf } from '@/lib/i18n/figures';

/** Why a text is no number that a field takes. */
export type Unread = { why: 'form' | 'decimals' | 'ambiguous'; typed: string };

export type NumberRule = {
  /** Most decimals; none when left out. */
  decimals?: number;
  /** A percent sign behind the number is the field's own unit. */
  percent?: boolean;
};

export const isUnread = (read: number | Unread | undefined): read is Unread => typeof read === 'object';

/** Invisible marks that come along when a text is copied. */
const INVISIBLE = /\p{Cf}|\u3164|\u2800/gu;
const CURRENCY = /^(?:r\$|us\$|\$|¥|€|rmb|cny|brl|usd|eur|usdt)\s*/i;
/** Decimal digits that a double always preserves. */
const DIGITS = 15;

/** A text in one form (NFKC: full-width digits are digits), without invisible marks and blanks around it. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').trim();
}

/**
 * Reads a number as the language writes it, with its decimal separator and its grouping by three. Everything else is refused and
 * never read otherwise: `3.5` is no number of a Portuguese page, nor `3,5` of an English one.
 */
export function readNumber(text: string, locale: string, rule: NumberRule = {}): number | Unread | undefined {
  const { decimals = 0, percent = false } = rule;
  let typed = plainText(text).replace(/[−‒–]/g, '-');
  if (percent) typed = typed.replace(/\s*%$/, '');
  const sign = /^[-+]?/.exec(typed)?.[0] ?? '';
  typed = typed.slice(sign.length).replace(CURRENCY, '');
  if (typed === '' && sign === '') return undefined;
  const [group, point] = marksOf(locale).map((m) => `\\${m}`) as [string, string];
  const form = new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:${group}\\d{3})+)?(?:${point}(\\d*))?$`);
  const [, whole, parts] = form.exec(typed) ?? [];
  if (whole === undefined && !parts) return { why: 'form', typed: text.trim() };
  const digits = (whole ?? '0').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const behind = (parts ?? '').replace(/0+$/, '');
  if (digits.length + behind.length > DIGITS) return { why: 'form', typed: text.trim() };
  if (behind.length > decimals) return { why: 'decimals', typed: text.trim() };
  // A single group looks like a number with three decimals of another language, where three are allowed.
  if (decimals > 2 && parts === undefined && whole !== undefined && /^\d{1,3}\D\d{3}$/.test(whole))
    return { why: 'ambiguous', typed: text.trim() };
  const n = Number(`${sign}${digits}.${behind || '0'}`);
  return n === 0 ? 0 : n;
}

/** A number as a field shows it: as the language writes it, with all the decimals that it has. */
export function writeNumber(n: number | null | undefined, locale: string, rule: NumberRule = {}): string {
  if (n === null || n === undefined || !Number.isFinite(n)) return '';
  const { decimals = 0 } = rule;
  return figure(n, locale, decimals === 2 && !Number.isInteger(n) ? 2 : 0, decimals);
}

/**
 * A top-up amount (platform-services §5): digits only, at most 7; commas removed, the decimal part cut off. A number in the form of
 * the page's language is read by it: `1.500,00` is 1500 in Portuguese.
 */
export function wholeAmount(text: string, locale = 'en-US', length = 7): string {
  const typed = plainText(text);
  const read = readNumber(typed, locale, { decimals: DIGITS });
  const ambiguous = isUnread(read) && read.why === 'ambiguous';
  const [group, point] = read === undefined || (isUnread(read) && !ambiguous) ? [',', '.'] : marksOf(locale);
  const [whole = ''] = typed.replaceAll(group, '').split(point);
  return whole.replace(/\D/g, '').slice(0, length);
}
