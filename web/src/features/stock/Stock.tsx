'use client';
import { Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMay } from '@/kit/access/Can';
import { to } from '@/kit/api/to';
import { Country } from '@/kit/cell/cells';
import { Field } from '@/kit/form/Field';
import { NumberField } from '@/kit/form/NumberField';
import { CountrySelect } from '@/kit/input/selects';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';

type Values = { countryCode: string; sendTotal?: number; repertoryNum?: number; remark?: string };

const MOST = 1_000_000_000;

function useSending(): Resource<'/gc/bulksendstock/page', 'stock', Values> {
  const t = useTranslations('stock');
  return {
    list: '/gc/bulksendstock/page',
    words: 'stock',
    empty: t('sendingEmpty'),
    columns: {
      countryCode: { sort: true, from: 'sm', filter: 'country', filterTitle: t('country') },
      country: { sort: true, fixed: true, cell: (r) => <Country code={r.countryCode} /> },
      sendTotal: { as: 'count', sort: true },
      remark: { from: 'md' },
      updateTime: { as: 'time', sort: true, from: 'md' },
      operator: { from: 'lg' },
    },
    form: {
      add: { permission: 'gc:bulksendstock:add', label: t('limit') },
      update: { permission: 'gc:bulksendstock:edit' },
      in: 'modal',
      send: ({ countryCode, sendTotal = 0, remark }, row) =>
        to(row ? 'put' : 'post', '/gc/bulksendstock', { body: { id: row?.id, countryCode, sendTotal, remark } }),
      fields: ({ mode }) => (
        <>
          <StockFields mode={mode} name="sendTotal" note={t('leftNote')} />
          <Field name="remark" label={t('remark')} rules={(r) => [r.max(255)]}>
            <Input maxLength={255} />
          </Field>
        </>
      ),
    },
    actions: [
      {
        key: 'lift',
        danger: true,
        permission: 'gc:bulksendstock:del',
        confirm: (r) => ({ title: t('liftTitle', { country: r.country }), content: t('liftText') }),
        call: ({ id }) => to('delete', '/gc/bulksendstock/{id}', { path: { id } }),
        done: t('lifted'),
      },
    ],
  };
}

function useCards(): Resource<'/kfsms/repertory/page', 'stock', Values> {
  const t = useTranslations('stock');
  return {
    list: '/kfsms/repertory/page',
    words: 'stock',
    prefix: 'sms',
    note: t('cardsNote'),
    empty: t('cardsEmpty'),
    columns: {
      countryCode: { sort: true, from: 'sm', filter: 'country', filterTitle: t('country') },
      country: { sort: true, fixed: true, cell: (r) => <Country code={r.countryCode} /> },
      repertoryNum: { as: 'count', sort: true },
      createTime: { as: 'time', sort: true, from: 'md' },
      operator: { from: 'lg' },
      date: { only: 'filter', filter: 'day' },
    },
    form: {
      add: { permission: 'kfsms:repertory:add', label: t('addCards') },
      update: { permission: 'kfsms:repertory:edit' },
      in: 'modal',
      send: ({ countryCode, repertoryNum = 0 }, row) =>
        to(row ? 'put' : 'post', '/kfsms/repertory', { body: { id: row?.id, countryCode, repertoryNum } }),
      fields: ({ mode }) => <StockFields mode={mode} name="repertoryNum" note={t('today')} />,
    },
    actions: [
      {
        key: 'del',
        danger: true,
        permission: 'kfsms:repertory:del',
        confirm: (r) => ({ title: t('delTitle', { country: r.country }), content: t('delText') }),
        call: ({ id }) => to('delete', '/kfsms/repertory/{id}', { path: { id } }),
        done: t('deleted'),
      },
    ],
  };
}

/** A country, and how many of it. */
function StockFields({ mode, name, note }: { mode: 'add' | 'update'; name: keyof Values; note: string }) {
  const t = useTranslations('stock');
  return (
    <>
      <Field name="countryCode" label={t('country')} required>
        <CountrySelect disabled={mode === 'update'} />
      </Field>
      <NumberField name={name} label={t(name)} required extra={note} min={0} max={MOST} />
    </>
  );
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
