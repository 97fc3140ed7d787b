import { plainText } from './number';

/** A pasted address; one without a scheme that begins with the name of a host gets `https://` (the server's pkg/kit/plain). */
export function withScheme(text: string): string {
  const typed = text.replace(/\p{Cf}/gu, '').trim();
  return /^[^\s:/?#@\\.]+(?:\.[^\s:/?#@\\.]+)+\.?(?::\d*)?(?:\/.*)?$/.test(typed) ? `https://${typed}` : typed;
}

/** Whether a text is a web address, once it has its scheme. */
export function isUrl(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(withScheme(text));
    return /^https?:$/.test(protocol) && hostname !== '';
  } catch {
    return false;
  }
}

/** The one run of 64 hexadecimal digits in a pasted text; the text itself where there is none or more than one. */
export function hashIn(text: string): string {
  const typed = plainText(text);
  const runs = typed
    .toLowerCase()
    .split(/[^0-9a-z]+/)
    .map((run) => run.replace(/^0x/, ''))
    .filter((run) => /^[0-9a-f]{64}$/.test(run));
  const found = [...new Set(runs)];
  return found.length === 1 ? (found[0] as string) : typed;
}

/** A character that is invisible, or that looks like a plain space. */
const UNSEEN = /[\p{Z}\p{C}\u00ad\u115f\u3164]/u;
/** Names of those that come along often. */
const NAMES: Record<number, string> = {
  9: 'tab',
  160: 'noBreakSpace',
  173: 'softHyphen',
  8203: 'zeroWidthSpace',
  8204: 'nonJoiner',
  8205: 'joiner',
  8239: 'narrowSpace',
  12288: 'wideSpace',
  65279: 'byteOrderMark',
};

/**
 * Returns a readable form of a character: itself, or the name (a key of `order.unseen`) and code of an invisible one.
 */
export function tellable(c: string): { shown: string } | { name: string; code: string } {
  if (!UNSEEN.test(c) || c === '\n') return { shown: c };
  const code = c.codePointAt(0) ?? 0;
  return { name: NAMES[code] ?? 'other', code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
}
