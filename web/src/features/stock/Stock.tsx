'use client';
import { Input, InputNumber, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMay } from '@/kit/access/Can';
import { Count, Country, Time } from '@/kit/cell/cells';
import { Field } from '@/kit/form/Field';
import { CountrySelect } from '@/kit/input/selects';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';

const MOST = 1_000_000_000;

function useSending(): Resource<'/gc/bulksendstock/page'> {
  const t = useTranslations('stock');
  return {
    list: '/gc/bulksendstock/page',
    title: t('title'),
    note: t('note'),
    empty: t('sendingEmpty'),
    columns: [
      { field: 'countryCode', title: t('code'), sort: true, from: 'sm', render: (r) => r.countryCode },
      {
        field: 'country',
        title: t('country'),
        sort: true,
        fixed: true,
        render: (r) => <Country code={r.countryCode} />,
      },
      { field: 'sendTotal', title: t('left'), sort: true, number: true, render: (r) => <Count value={r.sendTotal} /> },
      { field: 'remark', title: t('remark'), from: 'md', render: (r) => r.remark },
      {
        field: 'updateTime',
        title: t('changed'),
        sort: true,
        from: 'md',
        render: (r) => <Time value={r.updateTime} />,
      },
      { field: 'operator', title: t('operator'), from: 'lg', render: (r) => r.operator },
    ],
    filters: [{ field: 'countryCode', label: t('country'), kind: 'country' }],
    form: {
      add: { path: '/gc/bulksendstock', gate: { permission: 'gc:bulksendstock:add' }, label: t('limit') },
      update: { path: '/gc/bulksendstock', gate: { permission: 'gc:bulksendstock:edit' } },
      in: 'modal',
      body: (v, row) => ({ id: row?.id, countryCode: v.countryCode, sendTotal: v.sendTotal, remark: v.remark }),
      fields: ({ mode }) => (
        <>
          <Field name="countryCode" label={t('country')} required>
            <CountrySelect disabled={mode === 'update'} />
          </Field>
          <Field name="sendTotal" label={t('left')} required extra={t('leftNote')}>
            <InputNumber<number> min={0} max={MOST} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="remark" label={t('remark')} rules={(r) => [r.max(255)]}>
            <Input maxLength={255} />
          </Field>
        </>
      ),
    },
    actions: [
      {
        key: 'del',
        label: t('lift'),
        danger: true,
        gate: { permission: 'gc:bulksendstock:del' },
        confirm: (r) => ({ title: t('liftTitle', { country: r.country }), content: t('liftText') }),
        call: (r) => ({ method: 'delete', path: '/gc/bulksendstock/{id}', input: { path: { id: r.id } } }),
        done: t('lifted'),
      },
    ],
  };
}

function useCards(): Resource<'/kfsms/repertory/page'> {
  const t = useTranslations('stock');
  return {
    list: '/kfsms/repertory/page',
    prefix: 'sms',
    title: t('title'),
    note: t('cardsNote'),
    empty: t('cardsEmpty'),
    columns: [
      { field: 'countryCode', title: t('code'), sort: true, from: 'sm', render: (r) => r.countryCode },
      {
        field: 'country',
        title: t('country'),
        sort: true,
        fixed: true,
        render: (r) => <Country code={r.countryCode} />,
      },
      {
        field: 'repertoryNum',
        title: t('number'),
        sort: true,
        number: true,
        render: (r) => <Count value={r.repertoryNum} />,
      },
      {
        field: 'createTime',
        title: t('created'),
        sort: true,
        from: 'md',
        render: (r) => <Time value={r.createTime} />,
      },
      { field: 'operator', title: t('operator'), from: 'lg', render: (r) => r.operator },
    ],
    filters: [
      { field: 'countryCode', label: t('country'), kind: 'country' },
      { field: 'date', label: t('day'), kind: 'day' },
    ],
    form: {
      add: { path: '/kfsms/repertory', gate: { permission: 'kfsms:repertory:add' }, label: t('addCards') },
      update: { path: '/kfsms/repertory', gate: { permission: 'kfsms:repertory:edit' } },
      in: 'modal',
      body: (v, row) => ({ id: row?.id, countryCode: v.countryCode, repertoryNum: v.repertoryNum }),
      fields: ({ mode }) => (
        <>
          <Field name="countryCode" label={t('country')} required>
            <CountrySelect disabled={mode === 'update'} />
          </Field>
          <Field name="repertoryNum" label={t('number')} required extra={t('today')}>
            <InputNumber<number> min={0} max={MOST} precision={0} style={{ width: '100%' }} />
          </Field>
        </>
      ),
    },
    actions: [
      {
        key: 'del',
        label: t('del'),
        danger: true,
        gate: { permission: 'kfsms:repertory:del' },
        confirm: (r) => ({ title: t('delTitle', { country: r.country }), content: t('delText') }),
        call: (r) => ({ method: 'delete', path: '/kfsms/repertory/{id}', input: { path: { id: r.id } } }),
        done: t('deleted'),
      },
    ],
  };
}

type View = 'sending' | 'cards';

/** What may still be sent: by country, and of card-dealer SMS by day. */
export default function Stock() {
  const t = useTranslations('stock');
  const may = useMay();
  const [view, setView] = useState<View>('sending');
  const sending = useSending();
  const cards = useCards();
  const extra = may({ permission: 'kfsms:repertory:read' }) && (
    <Segmented<View>
      aria-label={t('title')}
      value={view}
      onChange={setView}
      options={(['sending', 'cards'] as const).map((value) => ({ value, label: t(value) }))}
    />
  );
  // Another view is another page: what is filtered and open in one is nothing to the other.
  return view === 'cards' ? (
    <ResourcePage key="cards" resource={{ ...cards, extra }} />
  ) : (
    <ResourcePage key="sending" resource={{ ...sending, extra }} />
  );
}
