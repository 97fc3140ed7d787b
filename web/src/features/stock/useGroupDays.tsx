import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import type { Resource } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import { dayAtEight } from '@/lib/format';

const { Field, NumberField } = formOf<GroupValues>();

export type GroupValues = { date: string; num?: number };

const MAX_STOCK = 1_000_000_000;
const NUM = '/bgo/buildgroup/resource/num/{id}';

/** The days on which group orders are limited. */
export function useGroupDays(): Resource<'/bgo/buildgroup/resource/page', 'stock', GroupValues> {
  const t = useTranslations('stock');
  const edit = 'bgo:resource:edit';
  return {
    list: '/bgo/buildgroup/resource/page',
    words: 'stock',
    prefix: 'groups',
    note: t('groupsNote'),
    empty: t('groupsEmpty'),
    columns: {
      date: { sort: true, fixed: true, filter: 'day', filterTitle: t('monthOf') },
      num: { as: 'count', sort: true },
      updateTime: { as: 'time', sort: true, from: 'md' },
      operator: { from: 'lg' },
    },
    form: {
      add: { permission: edit, label: t('limitDay') },
      update: { permission: edit },
      in: 'modal',
      defaults: { date: dayAtEight() },
      send: ({ date, num = 0 }) => request('put', NUM, { path: { id: date }, body: { num } }),
      fields: ({ mode }) => (
        <>
          <Field name="date" label={t('day')} required extra={t('dayNote')}>
            <Input type="date" min={dayAtEight()} disabled={mode === 'update'} />
          </Field>
          <NumberField name="num" label={t('num')} required extra={t('leftNote')} min={0} max={MAX_STOCK} />
        </>
      ),
    },
    actions: [
      {
        key: 'lift',
        danger: true,
        permission: edit,
        confirm: ({ date }) => ({ title: t('liftDayTitle', { date }), content: t('liftDayText') }),
        call: ({ id }) => request('delete', NUM, { path: { id } }),
        done: t('lifted'),
      },
    ],
  };
}
