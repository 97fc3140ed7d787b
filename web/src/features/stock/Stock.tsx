'use client';
import { Button, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Country } from '@/kit/cell/cells';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect } from '@/kit/input/selects';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { dayAtEight, useFormat } from '@/lib/format';
import { NumberDays } from './NumberDays';
import { useGroupDays } from './useGroupDays';

const { Field, NumberField } = formOf<StockValues>();

type StockValues = { countryCode: string; sendTotal?: number; repertoryNum?: number; remark?: string; date?: string };

const MAX_STOCK = 1_000_000_000;

function useSending(): Resource<'/gc/bulksendstock/page', 'stock', StockValues> {
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
        request(row ? 'put' : 'post', '/gc/bulksendstock', { body: { id: row?.id, countryCode, sendTotal, remark } }),
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
        call: ({ id }) => request('delete', '/gc/bulksendstock/{id}', { path: { id } }),
        done: t('lifted'),
      },
    ],
  };
}

function useCards(): Resource<'/kfsms/repertory/page', 'stock', StockValues> {
  const t = useTranslations('stock');
  const f = useFormat();
  return {
    list: '/kfsms/repertory/page',
    words: 'stock',
    prefix: 'sms',
    note: t('cardsNote'),
    empty: t('cardsEmpty'),
    columns: {
      countryCode: { sort: true, from: 'sm', filter: 'country', filterTitle: t('country') },
      country: { sort: true, fixed: true, cell: (r) => <Country code={r.countryCode} /> },
      repertoryNum: {
        number: true,
        sort: true,
        cell: (r) => (r.repertoryNum == null ? t('noLimit') : f.count(r.repertoryNum)),
      },
      available: { as: 'count', sort: true },
      total: { as: 'count', from: 'md' },
      assigned: { as: 'count', from: 'md' },
      createTime: { as: 'time', sort: true, from: 'md' },
      operator: { from: 'lg' },
      date: { only: 'filter', filter: 'day' },
    },
    form: {
      add: { permission: 'kfsms:repertory:add', label: t('addCards') },
      update: { permission: 'kfsms:repertory:edit', shown: (r) => r.repertoryNum != null },
      values: ({ countryCode, repertoryNum, date }) => ({ countryCode, repertoryNum: repertoryNum ?? undefined, date }),
      in: 'modal',
      defaults: { date: dayAtEight() },
      send: ({ countryCode, repertoryNum = 0, date }, row) =>
        request(row ? 'put' : 'post', '/kfsms/repertory', { body: { id: row?.id, countryCode, repertoryNum, date } }),
      fields: ({ mode }) => (
        <>
          <StockFields mode={mode} name="repertoryNum" note={t('leftNote')} />
          <Field name="date" label={t('day')} required extra={t('dayNote')}>
            <Input type="date" min={dayAtEight()} disabled={mode === 'update'} />
          </Field>
        </>
      ),
    },
    actions: [
      {
        key: 'del',
        danger: true,
        permission: 'kfsms:repertory:del',
        shown: (r) => r.repertoryNum != null,
        confirm: (r) => ({ title: t('delTitle', { country: r.country }), content: t('delText') }),
        call: ({ id }) => request('delete', '/kfsms/repertory/{id}', { path: { id } }),
        done: t('deleted'),
      },
    ],
  };
}

/** A country, and how many of it. */
function StockFields({ mode, name, note }: { mode: 'add' | 'update'; name: keyof StockValues; note: string }) {
  const t = useTranslations('stock');
  return (
    <>
      <Field name="countryCode" label={t('country')} required>
        <CountrySelect disabled={mode === 'update'} />
      </Field>
      <NumberField name={name} label={t(name)} required extra={note} min={0} max={MAX_STOCK} />
    </>
  );
}

type View = 'sending' | 'cards' | 'groups';

/** Page of remaining stock: by country, for card-dealer SMS by country and day, and for groups by day. */
export default function Stock() {
  const t = useTranslations('stock');
  const may = usePermission();
  const [view, setView] = useState<View>('sending');
  const sending = useSending();
  const [charted, setCharted] = useState(false);
  const cards = useCards();
  const groups = useGroupDays();
  const views: View[] = ['sending'];
  if (may({ permission: 'kfsms:repertory:read' })) views.push('cards');
  if (may({ permission: 'bgo:resource:edit' })) views.push('groups');
  const extra = views.length > 1 && (
    <Segmented<View>
      aria-label={t('title')}
      value={view}
      onChange={setView}
      options={views.map((value) => ({ value, label: t(value) }))}
    />
  );
  // Another view is another page: what is filtered and open in one is nothing to the other.
  switch (view) {
    case 'cards':
      return (
        <>
          <ResourcePage
            key={view}
            resource={{
              ...cards,
              extra: (
                <>
                  {extra}
                  <Button onClick={() => setCharted(true)}>{t('numberDays')}</Button>
                </>
              ),
            }}
          />
          <NumberDays open={charted} onClose={() => setCharted(false)} />
        </>
      );
    case 'groups':
      return <ResourcePage key={view} resource={{ ...groups, extra }} />;
    default:
      return <ResourcePage key={view} resource={{ ...sending, extra }} />;
  }
}
