'use client';
import { Segmented, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { AccountUsed, Named, Standing, StateOf, Used, useSenderName, WarmUp } from './Standing';
import css from './sender.module.css';
import { useEmailSenders } from './useEmailSenders';
import { useProviders } from './useProviders';

const { Field, NumberField } = formOf<SenderFormValues>();

type SenderFormValues = BodyOf<'put', '/gc/sender'>;

function useSender(): Resource<'/gc/sender/page', 'sender', SenderFormValues> {
  const t = useTranslations('sender');
  const f = useFormat();
  const called = useSenderName();
  return {
    list: '/gc/sender/page',
    words: 'sender',
    note: t('note'),
    empty: t('empty'),
    columns: {
      // On a phone this column shows all fields.
      name: {
        sort: true,
        fixed: true,
        filter: true,
        cell: (r) => (
          <>
            <Named sender={r} />
            <Standing sender={r} />
          </>
        ),
      },
      state: {
        dict: 'sender_state',
        sort: true,
        filter: true,
        from: 'sm',
        cell: (r) => <StateOf sender={r} />,
      },
      channel: { dict: 'channel', sort: true, filter: true, from: 'md' },
      used: { as: 'count', sort: true, from: 'sm', cell: (r) => <Used sender={r} /> },
      accountUsed: { number: true, from: 'lg', cell: (r) => r.account && <AccountUsed sender={r} /> },
      weight: { as: 'count', sort: true, from: 'md' },
      quality: { dict: 'sender_quality', from: 'lg' },
      warmUp: { titled: 'warming', from: 'lg', cell: (r) => <WarmUp sender={r} /> },
      daily: { from: 'xl', cell: (r) => (r.daily ? f.count(r.daily) : t('noLimit')) },
      tier: {
        from: 'xl',
        cell: (r) =>
          r.tier ? f.count(r.tier) : r.accountTier ? t('ofAccount', { n: f.count(r.accountTier) }) : t('noTier'),
      },
      perSecond: { as: 'count', hidden: true },
      provider: { sort: true, filter: true, hidden: true },
      warmFrom: { as: 'time', hidden: true },
      updateTime: { as: 'time', hidden: true },
      operator: { hidden: true },
    },
    form: {
      update: { permission: 'gc:sender:edit', title: (row) => t('edit', { name: called(row) }) },
      in: 'modal',
      send: ({ weight, daily, warmUp, off }, row) =>
        request('put', '/gc/sender', { body: { id: row?.id ?? '', weight, daily, warmUp, off } }),
      fields: ({ row }) => (
        <>
          {row?.number && <p className={css.which}>{t('withId', { id: row.id })}</p>}
          <NumberField name="weight" label={t('weight')} required extra={t('weightHint')} min={0} max={1000} />
          <NumberField name="daily" label={t('daily')} required extra={t('dailyHint')} min={0} max={100_000_000} />
          <NumberField name="warmUp" label={t('warmUp')} required extra={t('warmUpHint')} min={0} max={1_000_000} />
          <Field name="off" label={t('off')} valuePropName="checked" extra={t('offHint')}>
            <Switch aria-label={t('off')} />
          </Field>
        </>
      ),
    },
  };
}

/** Page of senders for staff: limits, pauses, quality and weights. */
export default function Senders() {
  const t = useTranslations('sender');
  const [view, setView] = useState<View>('senders');
  const senders = useSender();
  const emails = useEmailSenders();
  const providers = useProviders();
  const may = usePermission();
  const extra = (
    <Segmented<View>
      aria-label={t('title')}
      value={view}
      onChange={setView}
      options={VIEWS.filter((v) => v !== 'emails' || may('edm:sender:page')).map((value) => ({
        value,
        label: t(`views.${value}`),
      }))}
    />
  );
  if (view === 'emails') return <ResourcePage key={view} resource={{ ...emails, extra }} />;
  if (view === 'providers') return <ResourcePage key={view} resource={{ ...providers, extra }} />;
  return <ResourcePage key={view} resource={{ ...senders, extra }} />;
}

const VIEWS = ['senders', 'emails', 'providers'] as const;
type View = (typeof VIEWS)[number];
