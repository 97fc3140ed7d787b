/** What is drawn beside a link. */
export type LinkMark = { share: number; text: string };

const ADDRESS = /^#link-(\d+)$/;

const anchorsOf = (page: Document) =>
  Array.from(page.querySelectorAll('a[href^="#link-"]')).flatMap((anchor) => {
    const number = ADDRESS.exec(anchor.getAttribute('href') ?? '')?.[1];
    return number === undefined ? [] : [{ anchor, number: Number(number) }];
  });

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** The text of each link by its number: that of its first place, or what its picture shows. */
export function labelsOf(html: string): Map<number, string> {
  const out = new Map<number, string>();
  if (!html) return out;
  for (const { anchor, number } of anchorsOf(parse(html))) {
    const text = anchor.textContent?.trim().replace(/\s+/g, ' ') || anchor.querySelector('img')?.alt || '';
    if (text && !out.has(number)) out.set(number, text);
  }
  return out;
}

/** Draws in the email's own document: nothing else can reach a frame without scripts. An email has a light background, so the colours do. */
const BADGE = `display:inline-block;margin:0 0 0 4px;padding:1px 7px;border-radius:9px;background:#5b3cc4;color:#fff;
font:600 12px/16px system-ui,sans-serif;text-decoration:none;vertical-align:middle;white-space:nowrap`;

/** The email with a mark beside each link. A link with more clicks has a stronger outline. Its addresses lead nowhere. */
export function marked(html: string, marks: ReadonlyMap<number, LinkMark>): string {
  const page = parse(html);
  for (const { anchor, number } of anchorsOf(page)) {
    const mark = marks.get(number);
    if (!mark) continue;
    const badge = page.createElement('span');
    badge.setAttribute('style', mark.share > 0 ? BADGE : BADGE.replace('#5b3cc4', '#5f6b7a'));
    badge.setAttribute('data-link', String(number));
    badge.textContent = mark.text;
    anchor.after(badge);
    const strength = Math.round(30 + mark.share * 70);
    const line = `color-mix(in srgb, #5b3cc4 ${strength}%, transparent)`;
    const own = anchor.getAttribute('style') ?? '';
    anchor.setAttribute(
      'style',
      `${own};outline:2px ${mark.share > 0 ? 'solid' : 'dotted'} ${line};outline-offset:2px`,
    );
  }
  const whole = page.createElement('style'); // the frame takes this height
  whole.textContent =
    'html,body{height:auto!important;min-height:0!important}html{overflow-x:auto!important;overflow-y:hidden!important}';
  page.head.append(whole);
  for (const anchor of page.querySelectorAll('a[href]')) anchor.removeAttribute('href');
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
