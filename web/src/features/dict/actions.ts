import { useTranslations } from 'next-intl';
import type { RowAction } from '@/kit/resource/descriptor';
import { bodyOf, type Entry, valuesOf } from './dict';

const EDIT = { permission: 'system:dict:edit' };

/** What can be done with a value besides editing. */
export function useEntryActions(): RowAction<Entry>[] {
  const t = useTranslations('dictAdmin');
  const put = (e: Entry, hidden: boolean) => ({
    method: 'put' as const,
    path: '/system/dict',
    input: { body: bodyOf({ ...valuesOf(e), hidden }, e.id) },
  });
  return [
    {
      key: 'hide',
      label: t('hide'),
      gate: EDIT,
      shown: (e) => !e.hidden,
      confirm: (e) => ({ title: t('hideTitle', { name: e.name }), content: t('hideText') }),
      call: (e) => put(e, true),
      done: t('hiddenDone'),
    },
    {
      key: 'show',
      label: t('show'),
      gate: EDIT,
      shown: (e) => e.hidden,
      call: (e) => put(e, false),
      done: t('shownDone'),
    },
    {
      key: 'reset',
      label: t('reset'),
      gate: EDIT,
      shown: (e) => e.changed,
      confirm: (e) => ({ title: t('resetTitle', { name: e.name }), content: t('resetText') }),
      call: (e) => ({ method: 'put', path: '/system/dict/{id}/reset', input: { path: { id: e.id } } }),
      done: t('resetDone'),
    },
    {
      key: 'del',
      label: t('del'),
      danger: true,
      gate: { permission: 'system:dict:del' },
      shown: (e) => !e.builtIn,
      confirm: (e) => ({
        title: t('delTitle', { name: e.name }),
        content: t('delText', { code: e.dictCode, value: e.value }),
      }),
      call: (e) => ({ method: 'delete', path: '/system/dict/{id}', input: { path: { id: e.id } } }),
      done: t('deleted'),
    },
  ];
}
