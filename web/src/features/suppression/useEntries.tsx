import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LIMITS } from '@/core/constants';
import { useMay } from '@/kit/access/Can';
import type { RecordOf } from '@/kit/api/types';
import { DictTag, Time } from '@/kit/cell/cells';
import { Field } from '@/kit/form/Field';
import { useFormat } from '@/kit/format';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';

export type Entry = RecordOf<'/aty/suppression/page'>;
export type Values = { phoneNumber: string; scope?: string; customerId?: string; channel?: string; reason?: string };

/** What the recipient said itself: a customer does not lift it, staff say why. */
export const byRecipient = (e: Entry) => ['stop', 'provider', 'complaint', 'consent'].includes(e.source);

/** Whose entry it is, for those who may choose: everybody's by staff, a customer's by staff and agents. */
export function WhoseFields() {
  const t = useTranslations('suppression');
  const may = useMay();
  return (
    <>
      {may({ types: [1] }) && (
        <Field name="scope" label={t('scope')} required extra={t('scopeHint')}>
          <DictSelect code="suppression_scope" />
        </Field>
      )}
      {may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} extra={t('customerHint')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="channel" label={t('channel')} extra={t('channelHint')}>
        <DictSelect code="channel" allowClear />
      </Field>
      <Field name="reason" label={t('reason')}>
        <Input.TextArea rows={2} maxLength={LIMITS.remark} showCount />
      </Field>
    </>
  );
}

/** The body of an entry or an import: what is left empty is not sent. */
export function bodyOf<V extends Partial<Values>>(v: V) {
  const scope: 'tenant' | 'global' = v.scope === 'global' ? 'global' : 'tenant';
  const kept = Object.fromEntries(Object.entries(v).filter(([, value]) => value !== undefined && value !== ''));
  return { ...(kept as V), scope };
}

export function useEntries(extra: ReactNode, onLift: (e: Entry) => void): Resource<'/aty/suppression/page', Values> {
  const t = useTranslations('suppression');
  const f = useFormat();
  const may = useMay();
  const staff = may({ types: [1] });
  const above = may({ types: [1, 11] });
  return {
    list: '/aty/suppression/page',
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    extra,
    columns: [
      {
        field: 'phoneNumber',
        title: t('number'),
        sort: true,
        fixed: true,
        render: (e) => f.number(e.phoneNumber),
      },
      {
        field: 'source',
        title: t('source'),
        sort: true,
        render: (e) => <DictTag code="suppression_source" value={e.source} />,
      },
      {
        field: 'scope',
        title: t('scope'),
        from: 'md',
        render: (e) => <DictTag code="suppression_scope" value={e.scope} />,
      },
      {
        field: 'channel',
        title: t('channel'),
        from: 'lg',
        render: (e) => (e.channel ? <DictTag code="channel" value={e.channel} /> : t('everyChannel')),
      },
      ...(above
        ? [{ field: 'customerName', title: t('customer'), from: 'md' as const, render: (e: Entry) => e.customerName }]
        : []),
      { field: 'reason', title: t('reason'), from: 'xl', ellipsis: true, width: 180, render: (e) => e.reason },
      { field: 'evidence', title: t('evidence'), from: 'lg', ellipsis: true, width: 160, render: (e) => e.evidence },
      { field: 'orderNo', title: t('order'), from: 'xl', hidden: true, render: (e) => e.orderNo },
      { field: 'operator', title: t('operator'), from: 'xl', hidden: true, render: (e) => e.operator },
      { field: 'eventTime', title: t('saidAt'), sort: true, from: 'sm', render: (e) => <Time value={e.eventTime} /> },
    ],
    filters: [
      { field: 'phoneNumber', label: t('number'), kind: 'text' },
      { field: 'source', label: t('source'), kind: 'dict', code: 'suppression_source' },
      ...(staff ? [{ field: 'scope', label: t('scope'), kind: 'dict' as const, code: 'suppression_scope' }] : []),
      ...(above ? [{ field: 'customerName', label: t('customer'), kind: 'text' as const }] : []),
      { field: 'eventTime', label: t('saidAt'), kind: 'days' },
    ],
    form: {
      add: { path: '/aty/suppression', gate: { permission: 'aty:suppression:add' }, label: t('add') },
      in: 'modal',
      body: (v) => bodyOf({ ...v, phoneNumber: v.phoneNumber.trim() }),
      fields: () => (
        <>
          <Field name="phoneNumber" label={t('number')} extra={t('numberHint')} required>
            <Input autoComplete="off" inputMode="tel" maxLength={40} />
          </Field>
          <WhoseFields />
        </>
      ),
    },
    actions: [
      {
        key: 'lift',
        label: t('lift'),
        danger: true,
        gate: { permission: 'aty:suppression:del' },
        disabled: (e) => byRecipient(e) && !staff && t('recipients'),
        run: (e) => onLift(e),
      },
    ],
    export: true,
  };
}
