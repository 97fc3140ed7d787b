import type { BodyOf } from '@/lib/api/types';

/** The content of an email as a tree of blocks, as the server has it (pkg/campaign/emaildesign). */
export type Design = BodyOf<'post', '/edm/template'>['design'];
export type Style = Design['style'];
export type Block = Design['blocks'][number];
export type BlockType = Block['type'];
export type Align = Exclude<NonNullable<Block['align']>, ''>;
export type Padding = NonNullable<Block['padding']>;
export type Condition = NonNullable<Block['condition']>;
export type Column = NonNullable<Block['columns']>[number];
export type Social = NonNullable<Block['social']>[number];
export type Network = Social['network'];

export const NETWORKS: readonly Network[] = [
  'facebook',
  'instagram',
  'x',
  'linkedin',
  'youtube',
  'tiktok',
  'whatsapp',
  'wechat',
  'weibo',
  'website',
];

/** The types of blocks, in the order of the palette. */
export const BLOCK_TYPES: readonly BlockType[] = [
  'text',
  'picture',
  'button',
  'columns',
  'divider',
  'spacer',
  'social',
  'raw',
  'footer',
  'container',
];

/** The server's limits (business-domain §5 for the containers). */
export const DESIGN_LIMITS = {
  containers: 4,
  columns: { least: 2, most: 4 },
  preheader: 200,
  subject: 200,
  name: 50,
  address: 2000,
  alt: 200,
  label: 80,
  unsubscribe: 120,
  placeholder: 60,
  value: 200,
  padding: 120,
  height: 200,
  radius: 50,
  thickness: 20,
  width: { least: 320, most: 800 },
  fontSize: { least: 10, most: 32 },
} as const;

/** What a style has where it names nothing. */
export const STYLE = {
  width: 600,
  font: 'sans',
  fontSize: 16,
  background: '#f4f4f5',
  surface: '#ffffff',
  text: '#1f2329',
  link: '#1677ff',
} as const;

export type FullStyle = Required<Omit<Style, 'font'>> & { font: Exclude<NonNullable<Style['font']>, ''> };

/** A style with its defaults filled in. */
export const styleOf = (design: Pick<Design, 'style'>): FullStyle => {
  const given = Object.entries(design.style).filter(([, value]) => value !== undefined && value !== '' && value !== 0);
  return { ...STYLE, keepLight: false, ...Object.fromEntries(given) } as FullStyle;
};

export const FONTS: Record<FullStyle['font'], string> = {
  sans: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Microsoft YaHei', sans-serif",
  serif: "Georgia, 'Times New Roman', 'Songti SC', SimSun, serif",
  mono: "'SFMono-Regular', Consolas, Menlo, 'Courier New', monospace",
};

/** What blocks have where they name nothing, as the compiler has it. */
export const STANDARD = { line: '#d9dce1', label: '#ffffff', radius: 6, height: 20, muted: '#6b7280' } as const;

/** Texts of new blocks, in the user's language. */
export type Texts = { paragraph: string; button: string; address: string };

let made = 0;

/** An id that no block of any design open in this browser has. */
export function newId(): string {
  made += 1;
  return `b${Date.now().toString(36)}${made.toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
}

/** A new block of a type. */
export function newBlock(type: BlockType, texts: Texts): Block {
  const block: Block = { id: newId(), type };
  switch (type) {
    case 'container':
      return { ...block, blocks: [] };
    case 'columns':
      return { ...block, columns: [column(50), column(50)] };
    case 'text':
      return { ...block, text: { html: `<p>${texts.paragraph}</p>` } };
    case 'picture':
      return { ...block, picture: { url: '', alt: '' } };
    case 'button':
      return { ...block, button: { label: texts.button, link: '' } };
    case 'divider':
      return { ...block, divider: {} };
    case 'spacer':
      return { ...block, height: STANDARD.height };
    case 'social':
      return { ...block, social: [{ network: 'website', url: '' }] };
    case 'footer':
      return { ...block, footer: { html: `<p>${texts.address}</p>` } };
    default:
      return { ...block, raw: 'name' };
  }
}

const column = (width: number): Column => ({ width, blocks: [] });

/** An email that has one empty section. */
export const emptyDesign = (language: string): Design => ({
  version: 1,
  language,
  style: {},
  blocks: [{ id: newId(), type: 'container', blocks: [] }],
});

/** The padding that a block has where it names none, as the compiler has it. */
const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
const AROUND: Padding = { top: 10, right: 24, bottom: 10, left: 24 };
const PADDING: Partial<Record<BlockType, Padding>> = {
  container: { top: 16, right: 0, bottom: 16, left: 0 },
  columns: NO_PADDING,
  spacer: NO_PADDING,
};
/** Blocks that stand in the middle unless they say otherwise. */
const CENTRED: BlockType[] = ['picture', 'button', 'divider', 'social', 'footer'];

export const alignOf = (block: Block): Align => block.align || (CENTRED.includes(block.type) ? 'center' : 'left');
export const paddingOf = (block: Block): Padding => block.padding ?? PADDING[block.type] ?? AROUND;
