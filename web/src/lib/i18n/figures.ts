/**
 * Numbers as the four languages write them. The browser's own formatter costs a start more than all the rest of a list's texts: the
 * first one of a visit reads the tables of every language. `test/figures.test.ts` holds this to it.
 */
const MARKS: Record<string, [group: string, point: string]> = { 'pt-BR': ['.', ','] };

/** The grouping and the decimal separator of a language. */
export const marksOf = (locale: string): [group: string, point: string] => MARKS[locale] ?? [',', '.'];

/** Numbers from here on may be written with an exponent; `Intl` formats them. */
const PLAIN = 1e15;

/** Rounds half up as it is written, not as it is stored: 1.005 to two digits is 1.01. */
function rounded(v: number, digits: number): string {
  return Number(`${Math.round(Number(`${v}e${digits}`))}e-${digits}`).toFixed(digits);
}

/** Returns a number with at least `least` and at most `most` decimals. */
export function figure(v: number, locale: string, least = 0, most = Math.max(least, 3)): string {
  const size = Math.abs(v);
  if (!(size < PLAIN) || (size > 0 && size < 1e-6))
    return new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }).format(v);
  const [group, point] = marksOf(locale);
  const [whole = '', parts = ''] = rounded(size, most).split('.');
  let end = parts.length;
  while (end > least && parts[end - 1] === '0') end--;
  const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (end > 0 ? point + parts.slice(0, end) : '');
  return Object.is(v, -0) || v < 0 ? `-${text}` : text;
}

/** A share of 1, with at most one digit behind the point. */
export const share = (v: number, locale: string) => `${figure(Number(`${v}e2`), locale, 0, 1)}%`;

/** US dollars: cents of what is large, and of what is small three digits that say something. */
export function dollars(v: number, locale: string): string {
  const digits = v <= 0 || v >= 0.1 ? 2 : Math.min(9, 2 - Math.floor(Math.log10(v)));
  return `US$${locale === 'pt-BR' ? '\u00a0' : ''}${figure(v, locale, 2, digits)}`;
}
