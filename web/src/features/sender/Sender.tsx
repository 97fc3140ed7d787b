'use client';
import { InputNumber, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { to } from '@/kit/api/to';
import type { BodyOf } from '@/kit/api/types';
import { Time } from '@/kit/cell/cells';
import { DictTag } from '@/kit/dict/DictTag';
import { Field } from '@/kit/form/Field';
import { useFormat } from '@/kit/format';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';

type Values = BodyOf<'put', '/gc/sender'>;

function useSender(): Resource<'/gc/sender/page', 'sender', Values> {
  const t = useTranslations('sender');
  const f = useFormat();
  return {
    list: '/gc/sender/page',
    words: 'sender',
    note: t('note'),
    empty: t('empty'),
    columns: {
      name: { sort: true, fixed: true, filter: true, as: 'code' },
      state: {
        dict: 'sender_state',
        sort: true,
        filter: true,
        cell: (r) => (
          <>
            <DictTag code="sender_state" value={r.state} /> {r.restsUntil && <Time value={r.restsUntil} />}
          </>
        ),
      },
      channel: { dict: 'channel', sort: true, filter: true, from: 'sm' },
      used: {
        as: 'count',
        sort: true,
        cell: (r) => (r.limit ? t('ofLimit', { used: f.count(r.used), limit: f.count(r.limit) }) : t('noLimit')),
      },
      accountUsed: {
        from: 'md',
        cell: (r) =>
          r.accountTier
            ? t('ofLimit', { used: f.count(r.accountUsed), limit: f.count(r.accountTier) })
            : r.account && t('noLimit'),
      },
      quality: { dict: 'sender_quality', from: 'sm' },
      weight: { as: 'count', sort: true, from: 'md' },
      perSecond: { as: 'count', from: 'md' },
      tier: { as: 'count', from: 'lg' },
      daily: { as: 'count', from: 'lg' },
      warmUp: { as: 'count', from: 'lg' },
      provider: { sort: true, from: 'xl', filter: true },
      warmFrom: { as: 'time', hidden: true },
      updateTime: { as: 'time', hidden: true },
      operator: { hidden: true },
    },
    form: {
      update: { permission: 'gc:sender:edit', title: t('edit') },
      in: 'modal',
      send: ({ weight, daily, warmUp, off }, row) =>
        to('put', '/gc/sender', { body: { id: row?.id ?? '', weight, daily, warmUp, off } }),
      fields: () => (
        <>
          <Field name="weight" label={t('weight')} required extra={t('weightHint')}>
            <InputNumber<number> min={0} max={1000} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="daily" label={t('daily')} required extra={t('dailyHint')}>
            <InputNumber<number> min={0} max={100_000_000} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="warmUp" label={t('warmUp')} required extra={t('warmUpHint')}>
            <InputNumber<number> min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="off" label={t('off')} valuePropName="checked" extra={t('offHint')}>
            <Switch aria-label={t('off')} />
          </Field>
        </>
      ),
    },
  };
}

/** What messages are sent by: limits, rests, quality and weights, for staff. */
export default function Senders() {
  return <ResourcePage resource={useSender()} />;
}
