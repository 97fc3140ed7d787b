import { useTranslations } from 'next-intl';
import type { RowAction } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import { bodyOf, type Entry, valuesOf } from './dict';

/** Returns the row actions of a dictionary value besides editing. */
export function useEntryActions(): RowAction<Entry, 'dictAdmin'>[] {
  const t = useTranslations('dictAdmin');
  const put = (e: Entry, hidden: boolean) =>
    request('put', '/system/dict', { body: bodyOf({ ...valuesOf(e), hidden }, e.id) });
  return [
    {
      key: 'hide',
      permission: 'system:dict:edit',
      shown: (e) => !e.hidden,
      confirm: (e) => ({ title: t('hideTitle', { name: e.name }), content: t('hideText') }),
      call: (e) => put(e, true),
      done: t('hiddenDone'),
    },
    {
      key: 'show',
      permission: 'system:dict:edit',
      shown: (e) => e.hidden,
      call: (e) => put(e, false),
      done: t('shownDone'),
    },
    {
      key: 'reset',
      permission: 'system:dict:edit',
      shown: (e) => e.changed,
      confirm: (e) => ({ title: t('resetTitle', { name: e.name }), content: t('resetText') }),
      call: ({ id }) => request('put', '/system/dict/{id}/reset', { path: { id } }),
      done: t('resetDone'),
    },
    {
      key: 'del',
      danger: true,
      permission: 'system:dict:del',
      shown: (e) => !e.builtIn,
      confirm: (e) => ({
        title: t('delTitle', { name: e.name }),
        content: t('delText', { code: e.dictCode, value: e.value }),
      }),
      call: ({ id }) => request('delete', '/system/dict/{id}', { path: { id } }),
      done: t('deleted'),
    },
  ];
}
