'use client';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Can, usePermission } from '@/kit/access/Can';
import { LinkPicker, useNewestLinks } from '@/kit/input/LinkPicker';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { ImportNumbers } from './ImportNumbers';

const NUMBERS = '/shunt/number/page';

type ShuntNumber = RecordOf<typeof NUMBERS>;
type NumberFormValues = BodyOf<'post', '/shunt/number'>;

const LONGEST = { phone: 40, time: 5, greeting: 80, remark: 255 };

export function useShuntNumbers(extra: ReactNode): Resource<typeof NUMBERS, 'shuntnumber', NumberFormValues> {
  const t = useTranslations('shuntnumber');
  const f = useFormat();
  const above = usePermission()({ types: [1, 11] });
  const options = useNewestLinks('number').map(({ id, name }) => ({ value: id, label: name }));
  const linkId = useSearch().params.get('linkId') ?? undefined;
  const switching = useSwitching<ShuntNumber, 'shuntnumber'>('shuntnumber', {
    permission: 'shunt:number:status',
    name: (r) => r.phoneNumber,
    off: (r) => r.status !== 'enabled',
    call: (r, off) =>
      request('put', '/shunt/number/status', { body: { id: r.id, status: off ? 'disabled' : 'enabled' } }),
  });
  const invalid: RowAction<ShuntNumber, 'shuntnumber'> = {
    key: 'invalid',
    permission: 'shunt:number:status',
    danger: true,
    shown: (r) => r.status !== 'invalid',
    confirm: (r) => ({ title: t('invalidTitle', { name: r.phoneNumber }), content: t('invalidText') }),
    call: (r) => request('put', '/shunt/number/status', { body: { id: r.id, status: 'invalid' } }),
    done: t('invalidDone'),
  };
  const remove = useRemoving<ShuntNumber, 'shuntnumber'>('shuntnumber', {
    permission: 'shunt:number:del',
    path: '/shunt/number/{id}',
    name: (r) => r.phoneNumber,
  });
  return {
    list: NUMBERS,
    extra,
    words: 'shuntnumber',
    columns: {
      phoneNumber: { as: 'phone', sort: true, fixed: true, filter: true },
      linkName: {},
      linkId: { only: 'filter', titled: 'linkName', filter: { options } },
      status: { dict: 'shunt_status', sort: true, from: 'sm', filter: true },
      weight: { as: 'count', sort: true, from: 'sm' },
      from: { from: 'md', cell: (r) => (r.from ? `${r.from}–${r.to}` : t('always')) },
      dailyCap: { number: true, sort: true, from: 'lg', cell: (r) => (r.dailyCap ? f.count(r.dailyCap) : t('noCap')) },
      greeting: { ellipsis: true, from: 'xl' },
      remark: { ellipsis: true, hidden: true },
      customerName: above && { sort: true, filter: true, from: 'lg' },
      createTime: { as: 'time', sort: true, hidden: true, filter: 'days' },
    },
    form: {
      add: { permission: 'shunt:number:add' },
      update: { permission: 'shunt:number:edit', title: (r) => t('edit', { name: r.phoneNumber }) },
      defaults: { linkId, weight: 1, dailyCap: 0 },
      send: ({ linkId, phoneNumber, dailyCap, from, greeting, remark, to, weight }, row) =>
        row
          ? request('put', '/shunt/number', { body: { id: row.id, dailyCap, from, greeting, remark, to, weight } })
          : request('post', '/shunt/number', {
              body: { linkId, phoneNumber, dailyCap, from, greeting, remark, to, weight },
            }),
      fields: ({ mode, Field, NumberField }) => (
        <>
          {mode === 'add' && (
            <>
              <Field name="linkId" label={t('linkName')} required>
                <LinkPicker kind="number" label={t('linkName')} />
              </Field>
              <Field name="phoneNumber" label={t('phoneNumber')} extra={t('phoneHint')} required>
                <Input maxLength={LONGEST.phone} autoComplete="off" inputMode="tel" />
              </Field>
            </>
          )}
          <NumberField name="weight" label={t('weight')} extra={t('weightHint')} min={1} max={100} />
          <NumberField name="dailyCap" label={t('dailyCap')} extra={t('capHint')} min={0} max={1_000_000} />
          <Field name="from" label={t('from')} extra={t('hoursHint')}>
            <Input maxLength={LONGEST.time} autoComplete="off" placeholder="09:00" />
          </Field>
          <Field name="to" label={t('to')}>
            <Input maxLength={LONGEST.time} autoComplete="off" placeholder="18:00" />
          </Field>
          <Field name="greeting" label={t('greeting')} extra={t('greetingHint')}>
            <Input.TextArea rows={2} maxLength={LONGEST.greeting} showCount />
          </Field>
          <Field name="remark" label={t('remark')}>
            <Input.TextArea rows={2} maxLength={LONGEST.remark} showCount />
          </Field>
        </>
      ),
    },
    actions: [...switching, invalid, remove],
    export: true,
  };
}

/** The WhatsApp numbers of shunting links. */
export default function ShuntNumbers() {
  const t = useTranslations('shuntnumber');
  const [open, setOpen] = useState(false);
  const load = (
    <Can permission="shunt:number:import">
      <Button onClick={() => setOpen(true)}>{t('import')}</Button>
    </Can>
  );
  return (
    <>
      <ResourcePage resource={useShuntNumbers(load)} />
      <ImportNumbers open={open} onClose={() => setOpen(false)} />
    </>
  );
}
