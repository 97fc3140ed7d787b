import { useQuery } from '@tanstack/react-query';
import { get } from '@/kit/api/query';
import type { BodyOf, RecordOf } from '@/kit/api/types';
import type { Languages } from '@/kit/input/LanguagesInput';

export const LIST = '/system/dict/page';
const ADD = '/system/dict';
export const CODES = '/system/dict/codes';
export type Entry = RecordOf<typeof LIST>;

/** Types of a dictionary's values (platform-services §3). */
export const NUMBER = 1;
export const BOOLEAN = 3;

/** The fields of the form; `name` is that of `attributes.languages`, where the server reports what is wrong with it. */
export type Values = {
  dictCode: string;
  valueType: BodyOf<'post', typeof ADD>['valueType'];
  value: string;
  name: Languages;
  attributes: { tagColor?: string; textColor?: string };
  sort?: number | null;
  hidden?: boolean;
};

export function valuesOf(e: Entry): Values {
  const { tagColor = '', textColor = '', languages } = e.attributes;
  const { dictCode, valueType, value, sort, hidden } = e;
  return { dictCode, valueType, value, sort, hidden, name: languages ?? {}, attributes: { tagColor, textColor } };
}

/** What the server takes: all of a value at once. */
export function bodyOf({ name, attributes, sort, ...rest }: Values, id?: string) {
  return {
    ...rest,
    id,
    sort: sort ?? undefined,
    attributes: { ...attributes, languages: name },
  };
}

export function useCodes() {
  const codes = useQuery(get(CODES)).data ?? [];
  return { codes, find: (code: string | undefined) => codes.find((c) => c.dictCode === code) };
}
