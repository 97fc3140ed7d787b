/** What may be typed into the inputs of amounts and numbers (platform-services §5). */

/** A top-up amount: commas removed, the decimal part cut off, digits only, at most 7 of them. */
export function wholeAmount(text: string, length = 7): string {
  return text.replaceAll(',', '').replace(/\..*$/, '').replace(/\D/g, '').slice(0, length);
}

/** A price: not negative, at most two decimals. What does not fit is dropped as it is typed. */
export function price(text: string, length = 10): string {
  const [whole = '', ...rest] = text
    .replaceAll(',', '')
    .replace(/[^\d.]/g, '')
    .split('.');
  const head = whole.slice(0, length).replace(/^0+(?=\d)/, '');
  return rest.length === 0 ? head : `${head || '0'}.${rest.join('').slice(0, 2)}`;
}

/** A phone number: the plus sign and everything but digits removed. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 15);
}

/** First digit 1-9, then 5 to 13 more. */
export const MOBILE = /^[1-9]\d{5,13}$/;
/** Local part, @, labels of a domain, a last label of 2 to 4 letters. */
export const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/;

/** The numbers of a text: one a line, or parted by commas and semicolons. */
export function numbersOf(text: string): string[] {
  return text
    .split(/[\n,;，；]/)
    .map((s) => s.trim())
    .filter(Boolean);
}
