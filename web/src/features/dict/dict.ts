import { useQuery } from '@tanstack/react-query';
import type { Languages } from '@/kit/input/LanguagesInput';
import { get } from '@/lib/api/query';
import type { BodyOf, RecordOf } from '@/lib/api/types';

export const DICT_LIST = '/system/dict/page';
const ADD_ENTRY = '/system/dict';
export const DICT_CODES = '/system/dict/codes';
export type Entry = RecordOf<typeof DICT_LIST>;

/** Types of a dictionary's values (platform-services §3). */
export const NUMBER = 1;
export const BOOLEAN = 3;

/** The fields of the form; `name` is that of `attributes.languages`, where the server reports what is wrong with it. */
export type EntryFormValues = {
  dictCode: string;
  valueType: BodyOf<'post', typeof ADD_ENTRY>['valueType'];
  value: string;
  name: Languages;
  attributes: { tagColor?: string; textColor?: string };
  sort?: number | null;
  hidden?: boolean;
};

export function valuesOf(e: Entry): EntryFormValues {
  const { tagColor = '', textColor = '', languages } = e.attributes;
  const { dictCode, valueType, value, sort, hidden } = e;
  return { dictCode, valueType, value, sort, hidden, name: languages ?? {}, attributes: { tagColor, textColor } };
}

/** Returns the request of a value; it always contains all fields. */
export function bodyOf({ name, attributes, sort, ...rest }: EntryFormValues, id?: string) {
  return {
    ...rest,
    id,
    sort: sort ?? undefined,
    attributes: { ...attributes, languages: name },
  };
}

export function useCodes() {
  const codes = useQuery(get(DICT_CODES)).data ?? [];
  return { codes, find: (code: string | undefined) => codes.find((c) => c.dictCode === code) };
}
