import { plainText } from './number';

/** A phone number: full-width digits made plain, the plus sign or `00` before it and everything but digits removed. */
export function phoneDigits(text: string): string {
  return plainText(text).replace(/\D/g, '').replace(/^00/, '');
}

/** First digit 1-9, then 5 to 13 more. */
export const MOBILE = /^[1-9]\d{5,13}$/;

/** The numbers of a text: one a line, or parted by commas and semicolons. */
export function numbersOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(/[\n,;]/)
    .map(plainText)
    .filter(Boolean);
}
