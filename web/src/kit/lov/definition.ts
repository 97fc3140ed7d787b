import type { Locale } from '@/lib/i18n/locales';

type Texts = Record<string, string> | null | undefined;

export type LovColumn = {
  field: string;
  title: string;
  languages?: Texts;
  index?: number;
  /** JSON text: width, align, ellipsis, format. */
  property?: string;
  dictCode?: string;
  /** Hidden from first-level and secondary users. */
  adminShow?: boolean;
};

export type LovSearch = {
  field: string;
  tag: string;
  label?: string;
  languages?: Texts;
  placeholder?: string;
  dictCode?: string;
  /** Minimum of a number; 1 when missing. */
  min?: number;
  max?: number;
  options?: { label: string; value: string | number }[] | null;
  /** Shown to admins and agents only. */
  adminShow?: boolean;
};

/** A picker as the server defines it (platform-services §3). */
export type LovDefinition = {
  id?: string;
  keyword: string;
  title: string;
  languages?: Texts;
  position: 'query' | 'body';
  key: string;
  retField?: string;
  ret?: string;
  /** JSON text of an object. */
  fixedParams?: string;
  multiple?: boolean;
  url: string;
  method: 'GET' | 'POST' | string;
  bodyList: LovColumn[] | null;
  searchList?: LovSearch[] | null;
  updateTime?: string;
};

export type SearchTag = 'input' | 'number-input' | 'select' | 'dict-select';

const TAGS: Record<string, SearchTag> = {
  INPUT_TEXT: 'input',
  INPUT_NUMBER: 'number-input',
  SELECT: 'select',
  DICT_SELECT: 'dict-select',
  input: 'input',
  'input-text': 'input',
  'number-input': 'number-input',
  select: 'select',
  'dict-select': 'dict-select',
};

/** The kind of a search field in either spelling: the server's or the local picker's. */
export const tagOf = (tag: string): SearchTag | undefined => TAGS[tag];

/** A column or field of a picker, ready to be shown. */
export type PickerColumn = {
  field: string;
  title: string;
  dictCode?: string;
  width?: number;
  align?: 'start' | 'end' | 'center';
  ellipsis?: boolean;
  format?: Format;
};
export type PickerSearch = Omit<LovSearch, 'tag' | 'label'> & { tag: SearchTag; label: string };

/** Data source and columns of a picker, for shipped and custom pickers. */
export type Picker = {
  title: string;
  rowKey: string;
  retField: string;
  /** The field whose value the picker returns. */
  shown: string;
  multiple: boolean;
  columns: PickerColumn[];
  search: PickerSearch[];
};

export function textIn(languages: Texts, locale: Locale, otherwise: string): string {
  return languages?.[locale.replace('-', '_')] || languages?.[locale] || otherwise;
}

/** A JSON text of an object; nothing is an empty one, and anything else is a configuration error. */
export function objectOf(text: string | undefined): Record<string, unknown> | null {
  if (!text?.trim()) return {};
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Admin-only columns are for admins and agents (platform-services §6: hidden from first-level and secondary users). */
const seesAll = (type: number | undefined) => type !== 2 && type !== 3;
/** Search fields that only admins see. */
const searchesAll = (type: number | undefined) => type === 1 || type === 11;

/** Whether every search item has what it needs (platform-services §5). */
export function searchIsWhole(list: readonly Partial<LovSearch>[]): boolean {
  return list.every((s) => {
    const tag = s.tag ? tagOf(s.tag) : undefined;
    if (!s.field || !tag) return false;
    if (tag === 'dict-select') return Boolean(s.dictCode);
    return tag !== 'select' || Array.isArray(s.options);
  });
}

export function searchOf(list: readonly LovSearch[], locale: Locale, type: number | undefined): PickerSearch[] {
  return list
    .filter((s) => !s.adminShow || searchesAll(type))
    .map((s) => ({ ...s, tag: tagOf(s.tag) as SearchTag, label: textIn(s.languages, locale, s.label ?? s.field) }));
}

/** Formats of a column's values, named by its property `format`. */
const FORMATS = ['country', 'time', 'count', 'credit'] as const;
export type Format = (typeof FORMATS)[number];

const ALIGN: Record<string, PickerColumn['align']> = {
  left: 'start',
  start: 'start',
  right: 'end',
  end: 'end',
  center: 'center',
};

export function columnsOf(list: readonly LovColumn[], locale: Locale, type: number | undefined): PickerColumn[] {
  return list
    .filter((c) => !c.adminShow || seesAll(type))
    .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    .map((c) => {
      const property = objectOf(c.property) ?? {};
      return {
        field: c.field,
        title: textIn(c.languages, locale, c.title),
        dictCode: c.dictCode,
        width: Number(property.width) || undefined,
        align: ALIGN[String(property.align)],
        ellipsis: property.ellipsis === true,
        format: FORMATS.find((f) => f === property.format),
      };
    });
}

/** A path of our own: a definition never sends the user's token anywhere else. */
export function ownPath(url: string | undefined): boolean {
  return /^\/(?![/\\])[\w/.-]*$/.test(url ?? '') && !(url ?? '').includes('..');
}

/** Whether a definition can be used at all. */
export function isWhole(d: Partial<LovDefinition> | null | undefined): d is LovDefinition {
  if (!d?.key || !ownPath(d.url) || !Array.isArray(d.bodyList) || d.bodyList.length === 0) return false;
  if (d.method !== 'GET' && d.method !== 'POST') return false;
  if (!d.bodyList.every((c) => c.field && objectOf(c.property) !== null)) return false;
  return objectOf(d.fixedParams) !== null && searchIsWhole(d.searchList ?? []);
}
