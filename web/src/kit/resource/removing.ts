import type { AccessRule } from '@/kit/access/Can';
import { type ApiRequest, request } from '@/lib/api/request';
import type { PathOf } from '@/lib/api/types';
import type { RowAction } from './descriptor';
import { type Noun, useFeatureTexts } from './schema';

type Removal<R> = AccessRule & {
  /** DELETE of one row; its parameter is the row's id. */
  path: PathOf<'delete'> & `${string}{${string}}`;
  /** Names the row in the question. */
  name: (row: R) => string;
  /** The id of the row, if it is not `id`. */
  id?: (row: R) => string;
  /** Rows that can be deleted; all when left out. */
  shown?: (row: R) => boolean;
  /** The call that adds the row again, for rows that are nothing but what was typed. */
  again?: (row: R) => ApiRequest;
};

/** The action that deletes a row, with its question, by the messages `del`, `delTitle`, `delText` and `deleted`. */
export function useRemoving<R extends object, N extends Noun>(
  noun: N,
  { path, name, again, id = (row) => String((row as { id?: unknown }).id), ...gate }: Removal<R>,
): RowAction<R, N> {
  const t = useFeatureTexts(noun) as (key: string, values?: { name: string }) => string;
  const [, parameter = 'id'] = /\{(\w+)\}/.exec(path) ?? [];
  return {
    ...gate,
    key: 'del',
    label: t('del'),
    danger: true,
    confirm: (row) => ({ title: t('delTitle', { name: name(row) }), content: t('delText') }),
    call: (row) => request('delete', path, { path: { [parameter]: id(row) } } as never) as ApiRequest,
    done: t('deleted'),
    undo: again,
  };
}
