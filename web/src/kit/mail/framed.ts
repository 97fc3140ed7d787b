/** What an email is previewed as. */
export type Shape = 'desktop' | 'phone' | 'text';

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;

/** Mailboxes without rules of the email recolour it: light surfaces become dark, pictures stay. */
const RECOLOUR =
  '<style>html{filter:invert(1) hue-rotate(180deg);background:#fff}img,video{filter:invert(1) hue-rotate(180deg)}</style>';

/**
 * A compiled email for a frame. The rules for a dark mailbox hold or do not hold as asked, independent of the browser's own scheme, and links
 * open nothing: the frame may not.
 */
export function framed(html: string, dark: boolean): string {
  const own = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i.test(html);
  const keepsLight = /<meta[^>]+name="color-scheme"[^>]+content="(?:light(?: only)?|only light)"/i.test(html);
  const scheme = html.replace(DARK, dark ? '(min-width:0)' : '(max-width:0)');
  const head = `<base target="_blank">${dark && !own && !keepsLight ? RECOLOUR : ''}`;
  return /<head[^>]*>/i.test(scheme) ? scheme.replace(/<head[^>]*>/i, (tag) => tag + head) : head + scheme;
}
