// @vitest-environment jsdom
import fs from 'node:fs';
import path from 'node:path';
import mjml from 'mjml';
import { describe, expect, it } from 'vitest';

/**
 * MJML is the oracle of the email compiler (`pkg/campaign/emaildesign`). A Go test writes generated designs with their HTML into
 * `testdata/oracle.json`. This test writes each design as MJML, and compares what a reader gets: kind, width, alignment,
 * padding, colours, addresses and words of each part, in their order.
 */
type Padding = { top: number; right: number; bottom: number; left: number };
type Block = {
  type: string;
  background?: string;
  align?: string;
  padding?: Padding;
  blocks?: Block[];
  columns?: { width: number; blocks: Block[] }[];
  text?: { html: string };
  picture?: { url: string; alt: string; link?: string; width?: number };
  button?: { label: string; link: string; color?: string; text?: string; radius?: number; full?: boolean };
  divider?: { color?: string; thickness?: number };
  height?: number;
  social?: { network: string; url: string }[];
  footer?: { html?: string };
  raw?: string;
};
type Design = {
  language?: string;
  style: { width?: number; fontSize?: number; background?: string; surface?: string; link?: string };
  blocks: Block[];
};

const FILE = path.join(import.meta.dirname, '../../pkg/campaign/emaildesign/testdata/oracle.json');
const cases: { design: Design; html: string }[] = JSON.parse(fs.readFileSync(FILE, 'utf8'));

const VALUES: Record<string, string> = { name: 'Ana', code: '7' };
const filled = (text: string) =>
  text.replace(/\{(\w+)(?:\|([^{}]*))?\}/g, (_, name: string, or = '') => VALUES[name] ?? or);
const attr = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
const px = (p: Padding) => `${p.top}px ${p.right}px ${p.bottom}px ${p.left}px`;
const usual = (type: string): Padding =>
  type === 'container'
    ? { top: 16, right: 0, bottom: 16, left: 0 }
    : type === 'columns' || type === 'spacer'
      ? { top: 0, right: 0, bottom: 0, left: 0 }
      : { top: 10, right: 24, bottom: 10, left: 24 };
const padding = (b: Block) => px(b.padding ?? usual(b.type));
const UNSUBSCRIBE: Record<string, string> = { pt: 'Cancelar inscrição', ar: 'إلغاء الاشتراك', zh: '取消訂閱' };
const NAMES: Record<string, string> = { pt: 'Site', zh: '官網' };

/** Writes a design as MJML. */
function written(design: Design) {
  const { style } = design;
  const tongue = (design.language ?? 'en').slice(0, 2);
  const start = tongue === 'ar' ? 'right' : 'left';
  const size = style.fontSize || 16;
  const link = (style.link || '#1677ff').toLowerCase();
  const common = (b: Block, align: string) =>
    `padding="${padding(b)}" align="${b.align || align}"${b.background ? ` container-background-color="${b.background.toLowerCase()}"` : ''}`;
  const text = (b: Block, html: string, align = start, color = '#1f2329', fontSize = size) =>
    `<mj-text ${common(b, align)} font-size="${fontSize}px" line-height="1.5" color="${color}">${html}</mj-text>`;
  const part = (b: Block): string => {
    const { picture, button, divider } = b;
    switch (b.type) {
      case 'text':
        return text(b, filled(b.text?.html ?? ''));
      case 'raw':
        return text(b, filled(`{${b.raw}}`));
      case 'picture':
        return picture
          ? `<mj-image ${common(b, 'center')} src="${attr(picture.url)}" alt="${attr(picture.alt)}"${picture.link ? ` href="${attr(filled(picture.link))}"` : ''}${picture.width ? ` width="${picture.width}px"` : ''} />`
          : '';
      case 'button':
        return button
          ? `<mj-button ${common(b, 'center')} href="${attr(filled(button.link))}" background-color="${(button.color || link).toLowerCase()}" color="${(button.text || '#ffffff').toLowerCase()}" border-radius="${button.radius || 6}px" font-size="${size}px" font-weight="600" inner-padding="12px 24px"${button.full ? ' width="100%"' : ''}>${attr(button.label)}</mj-button>`
          : '';
      case 'divider':
        return `<mj-divider ${common(b, 'center')} border-width="${divider?.thickness || 1}px" border-color="${(divider?.color || '#d9dce1').toLowerCase()}" />`;
      case 'spacer':
        return `<mj-spacer padding="${padding(b)}"${b.background ? ` container-background-color="${b.background.toLowerCase()}"` : ''} height="${b.height}px" />`;
      case 'social':
        return text(
          b,
          (b.social ?? [])
            .map(
              (s) => `<a href="${attr(filled(s.url))}">${s.network === 'x' ? 'X' : (NAMES[tongue] ?? 'Website')}</a>`,
            )
            .join(' &nbsp;·&nbsp; '),
          'center',
          '#6b7280',
          14,
        );
      case 'footer':
        return text(
          b,
          `${b.footer?.html ?? ''}<p><a href="#">${UNSUBSCRIBE[tongue] ?? 'Unsubscribe'}</a></p>`,
          'center',
          '#6b7280',
          12,
        );
      default:
        throw new Error(`a ${b.type} has no MJML`);
    }
  };
  const container = (c: Block) => {
    const sections: string[] = [];
    let run = '';
    const close = () => {
      if (run) sections.push(`<mj-section padding="0"><mj-column>${run}</mj-column></mj-section>`);
      run = '';
    };
    for (const b of c.blocks ?? []) {
      if (b.type !== 'columns') {
        run += part(b);
        continue;
      }
      close();
      const columns = (b.columns ?? []).map(
        (column) => `<mj-column width="${column.width}%">${column.blocks.map(part).join('')}</mj-column>`,
      );
      const colour = b.background ? ` background-color="${b.background.toLowerCase()}"` : '';
      sections.push(`<mj-section padding="${padding(b)}"${colour}>${columns.join('')}</mj-section>`);
    }
    close();
    const surface = (c.background || style.surface || '#ffffff').toLowerCase();
    return `<mj-wrapper padding="${padding(c)}" background-color="${surface}">${sections.join('')}</mj-wrapper>`;
  };
  return `<mjml><mj-body width="${style.width || 600}px">${design.blocks.map(container).join('')}</mj-body></mjml>`;
}

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
    const all = cases.flatMap(({ html }) => parts(html).map((p) => p.kind));
    expect([...new Set(all)].sort()).toEqual(['button', 'column', 'divider', 'picture', 'spacer', 'text']);
  });

  it.each(cases.map((c, i) => [i, c] as const))('writes design %i as MJML does', async (_, { design, html }) => {
    const compiled = await mjml(written(design), { validationLevel: 'strict' });
    expect(parts(html)).toEqual(parts(compiled.html));
  });
});
