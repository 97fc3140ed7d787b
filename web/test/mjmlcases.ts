import fs from 'node:fs';
import path from 'node:path';

/**
 * MJML is the oracle of the email compiler (`pkg/campaign/emaildesign`). A Go test writes generated designs with their HTML into
 * `testdata/oracle.json`. Here each is written as MJML. `mjml.test.ts` compares what a reader gets, `e2e/mjml.spec.ts` what it looks like.
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
export const CASES: { design: Design; html: string }[] = JSON.parse(fs.readFileSync(FILE, 'utf8'));

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
export function written(design: Design) {
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
      sections.push(
        `<mj-section padding="${padding(b)}"${colour}${start === 'right' ? ' direction="rtl"' : ''}>${columns.join('')}</mj-section>`,
      );
    }
    close();
    const surface = (c.background || style.surface || '#ffffff').toLowerCase();
    return `<mj-wrapper padding="${padding(c)}" background-color="${surface}">${sections.join('')}</mj-wrapper>`;
  };
  return `<mjml${start === 'right' ? ' dir="rtl"' : ''}><mj-body width="${style.width || 600}px"${style.background ? ` background-color="${style.background}"` : ''}>${design.blocks.map(container).join('')}</mj-body></mjml>`;
}
