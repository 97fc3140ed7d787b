// @vitest-environment jsdom
import mjml from 'mjml';
import { describe, expect, it } from 'vitest';
import { CASES, written } from './mjmlcases';

// Compares kind, width, alignment, padding, colours, addresses and words of each part, in their order.
const styleOf = (e: Element) =>
  Object.fromEntries(
    (e.getAttribute('style') ?? '')
      .split(';')
      .map((one) => one.split(/:(.*)/s).map((s) => s.trim()))
      .filter(([name]) => name),
  ) as Record<string, string | undefined>;
const sides = (text = '0') => {
  const n = text.split(/\s+/).map((s) => Number.parseInt(s, 10) || 0);
  return [n[0], n[1] ?? n[0], n[2] ?? n[0], n[3] ?? n[1] ?? n[0]].join(' ');
};
const words = (e: Element) => (e.textContent ?? '').replace(/[\s\u00a0\u200a]+/g, ' ').trim();

/** The parts of an email that a reader meets, in their order. */
function parts(html: string) {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const out: Record<string, unknown>[] = [];
  /** The row of a part: the nearest cell that has space around its content. */
  const row = (e: Element) => {
    let cell = e.parentElement;
    while (cell && !(cell.tagName === 'TD' && styleOf(cell)['word-break'] === 'break-word')) cell = cell.parentElement;
    const style = cell ? styleOf(cell) : {};
    const behind = style['background-color'] ?? style.background ?? '';
    return { padding: sides(style.padding), align: cell?.getAttribute('align') ?? '', behind };
  };
  const links = (e: Element) => [...e.querySelectorAll('a')].map((a) => [a.getAttribute('href'), words(a)]);
  const visit = (e: Element): void => {
    const style = styleOf(e);
    const column = /(?:h-c|mj-column-per-)(\d+)\b/.exec(e.className);
    if (style.display === 'none') return;
    if (column && column[1] !== '100') out.push({ kind: 'column', width: Number(column[1]) });
    if (e.tagName === 'IMG') {
      out.push({
        kind: 'picture',
        src: e.getAttribute('src'),
        alt: e.getAttribute('alt'),
        width: e.getAttribute('width'),
        href: e.closest('a')?.getAttribute('href') ?? '',
        ...row(e),
      });
    } else if (e.tagName === 'A' && style.background) {
      const { background, color, padding: room, 'border-radius': radius } = style;
      const wide = styleOf(e.closest('table') as Element).width ?? '';
      const size = style['font-size'];
      out.push({
        kind: 'button',
        href: e.getAttribute('href'),
        words: words(e),
        background,
        color,
        radius,
        wide,
        size,
      });
      Object.assign(out.at(-1) ?? {}, { room: sides(room), ...row(e) });
      return;
    } else if (e.tagName === 'P' && style['border-top']) {
      out.push({ kind: 'divider', line: style['border-top'], ...row(e) });
    } else if (e.tagName === 'DIV' && style.height && style.height === style['line-height']) {
      const { padding: room, behind } = row(e);
      out.push({ kind: 'spacer', height: style.height, padding: room, behind });
    } else if (e.tagName === 'DIV' && style['font-family']) {
      const { color, 'font-size': size, 'text-align': aligned } = style;
      out.push({ kind: 'text', words: words(e), links: links(e), color, size, aligned, ...row(e) });
      return;
    }
    for (const child of e.children) visit(child);
  };
  visit(body);
  return out;
}

describe('the email compiler', () => {
  it('has generated designs of every kind', () => {
    const all = CASES.flatMap(({ html }) => parts(html).map((p) => p.kind));
    expect([...new Set(all)].sort()).toEqual(['button', 'column', 'divider', 'picture', 'spacer', 'text']);
  });

  it.each(CASES.map((c, i) => [i, c] as const))('writes design %i as MJML does', async (_, { design, html }) => {
    const compiled = await mjml(written(design), { validationLevel: 'strict' });
    expect(parts(html)).toEqual(parts(compiled.html));
  });
});
