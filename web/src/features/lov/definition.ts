import type { Languages } from '@/kit/input/LanguagesInput';
import type { BodyOf, RecordOf } from '@/lib/api/types';

/** Examples for the fields; the same in every language. */
export const SAMPLE = { url: '/aty/customerinfo/page', key: 'userId', shown: 'name' };

export type LovRow = RecordOf<'/system/lov/page'>;

export type ColumnValues = {
  field: string;
  languages?: Languages;
  index?: number;
  property?: string;
  dictCode?: string;
  adminShow?: boolean;
};

export type SearchValues = {
  field: string;
  tag: 'INPUT_TEXT' | 'INPUT_NUMBER' | 'SELECT' | 'DICT_SELECT';
  languages?: Languages;
  placeholder?: string;
  dictCode?: string;
  min?: number | null;
  max?: number | null;
  options?: { label: string; value: string }[];
  adminShow?: boolean;
};

export type LovValues = {
  keyword: string;
  languages?: Languages;
  method: 'GET' | 'POST';
  position: 'query' | 'body';
  url: string;
  key: string;
  retField?: string;
  ret?: string;
  fixedParams?: string;
  multiple?: boolean;
  bodyList: ColumnValues[];
  searchList: SearchValues[];
};

/** A text without languages applies to all of them. */
function texts(languages: unknown, text: string): Languages {
  const known = (languages ?? {}) as Languages;
  return Object.values(known).some(Boolean) ? known : { zh_CN: text, en_US: text, pt_BR: text, zh_TW: text };
}

const first = (languages: Languages | undefined) =>
  languages?.en_US || Object.values(languages ?? {}).find((text) => text?.trim()) || '';

/** Returns the initial values of the fields. */
export function valuesOf(row: LovRow): Partial<LovValues> {
  return {
    ...row,
    languages: texts(row.languages, row.title),
    bodyList: (row.bodyList ?? []).map((c) => ({ ...c, languages: texts(c.languages, c.title) })),
    searchList: (row.searchList ?? []).map((s) => ({
      ...s,
      options: s.options ?? undefined,
      languages: texts(s.languages, s.label),
    })),
  };
}

/** Returns the request: columns in their order, and only the search-field properties that its kind has. */
export function bodyOf(v: LovValues): BodyOf<'put', '/system/lov'> {
  return {
    id: v.keyword,
    keyword: v.keyword,
    title: first(v.languages),
    languages: v.languages,
    method: v.method,
    position: v.position,
    url: v.url,
    key: v.key,
    retField: v.retField ?? '',
    ret: v.ret ?? '',
    fixedParams: v.fixedParams ?? '',
    multiple: v.multiple ?? false,
    bodyList: (v.bodyList ?? []).map((c, i) => ({
      field: c.field ?? '',
      title: first(c.languages),
      languages: c.languages,
      index: i + 1,
      property: c.property ?? '',
      dictCode: c.dictCode ?? '',
      adminShow: c.adminShow ?? false,
    })),
    searchList: (v.searchList ?? []).map((s) => ({
      field: s.field ?? '',
      tag: s.tag,
      label: first(s.languages),
      languages: s.languages,
      placeholder: s.placeholder ?? '',
      adminShow: s.adminShow ?? false,
      ...(s.tag === 'DICT_SELECT' ? { dictCode: s.dictCode ?? '' } : {}),
      ...(s.tag === 'SELECT' ? { options: s.options ?? [] } : {}),
      ...(s.tag === 'INPUT_NUMBER' ? { min: s.min ?? undefined, max: s.max ?? undefined } : {}),
    })),
  };
}
