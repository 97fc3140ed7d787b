/**
 * WhatsApp's rules for the texts of a template. The server has the same rules, and both are tested with the same cases.
 */
import { namesIn } from '@/kit/phone/template';
import type { Button } from './template';

const PLACEHOLDER = /\{[\p{L}\p{N}_]{1,30}\}/gu;
const EMOJI =
  /\u20e3|\ufe0f|[\u231a\u231b\u23e9-\u23fa\u2600-\u27bf\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u{1f000}-\u{1faff}\u{e0020}-\u{e007f}]/u;
const BLANKS = /\t|\n *\n *\n| {5}/;
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(
  `[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}'’-])*(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]`,
  'gu',
);
const CHAT = /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me|api\.whatsapp\.com)(?:[/?#]|$)/i;

/** A message of the namespace `template`, with its number. */
export type Wrong = {
  key:
    | 'wrongEdge'
    | 'wrongAdjacent'
    | 'wrongRatio'
    | 'wrongBlanks'
    | 'wrongWords'
    | 'wrongBraces'
    | 'wrongHeaderSigns'
    | 'wrongHeaderPlaceholders'
    | 'wrongFooterEmoji'
    | 'wrongFooterPlaceholders'
    | 'wrongOneLine'
    | 'wrongButtonText'
    | 'wrongButtonChat'
    | 'wrongButtonOrder'
    | 'wrongButtonCount';
  n?: number;
};

const bare = (text: string) => text.replace(PLACEHOLDER, '');
const decorated = (text: string) => /[*_~`\n]/.test(bare(text)) || EMOJI.test(text);
const control = (text: string) => /\p{Cc}/u.test(text);

export function wrongHeader(text: string): Wrong | null {
  if (text.includes('{{')) return { key: 'wrongBraces' };
  if (control(text)) return { key: 'wrongOneLine' };
  if ((text.match(PLACEHOLDER) ?? []).length > 1) return { key: 'wrongHeaderPlaceholders' };
  return decorated(text) ? { key: 'wrongHeaderSigns' } : null;
}

export function wrongBody(given: string): Wrong | null {
  const text = given.trim();
  const hits = [...text.matchAll(PLACEHOLDER)];
  const ends = hits.map((h) => h.index + h[0].length);
  const least = 2 * hits.length + 1;
  if (text.includes('{{')) return { key: 'wrongBraces' };
  if (BLANKS.test(text)) return { key: 'wrongBlanks' };
  if (hits.length === 0) return null;
  if (!/[^\s\p{P}]/u.test(bare(text))) return { key: 'wrongWords' };
  if (hits[0]?.index === 0 || ends.at(-1) === text.length) return { key: 'wrongEdge' };
  if (hits.some((h, i) => i > 0 && text.slice(ends[i - 1], h.index).trim() === '')) return { key: 'wrongAdjacent' };
  return wordsIn(text) < least ? { key: 'wrongRatio', n: least } : null;
}

/** The words beside placeholders; a character of a script without spaces counts as one. */
function wordsIn(text: string): number {
  return (text.replace(PLACEHOLDER, ' ').match(WORD) ?? []).length;
}

export function wrongFooter(text: string): Wrong | null {
  if (control(text)) return { key: 'wrongOneLine' };
  if (text.includes('{{') || namesIn(text).length > 0) return { key: 'wrongFooterPlaceholders' };
  return EMOJI.test(text) ? { key: 'wrongFooterEmoji' } : null;
}

export function wrongLabel(text: string): Wrong | null {
  return decorated(text) || namesIn(text).length > 0 ? { key: 'wrongButtonText' } : null;
}

export function wrongAddress(url: string): Wrong | null {
  return CHAT.test(url.trim()) ? { key: 'wrongButtonChat' } : null;
}

/** Returns the first problem of the buttons as a whole. */
export function wrongButtons(buttons: (Partial<Button> | undefined)[]): Wrong | null {
  const of = (type: string) => buttons.filter((b) => b?.type === type).length;
  if (buttons.length > 10 || of('url') > 2 || of('phone') > 1) return { key: 'wrongButtonCount' };
  const replies = buttons.map((b) => b?.type === 'reply');
  return replies.filter((is, i) => i > 0 && is !== replies[i - 1]).length > 1 ? { key: 'wrongButtonOrder' } : null;
}
