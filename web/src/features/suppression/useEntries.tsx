import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { renderValue } from '@/kit/cell/cells';
import { formOf } from '@/kit/form/formOf';
import { RecipientFields, type RecipientValues, recipientOf } from '@/kit/form/RecipientFields';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';

const { Field, useWatch } = formOf<SuppressionValues>();

export type Entry = RecordOf<'/aty/suppression/page'>;
type Body = BodyOf<'post', '/aty/suppression'>;
export type SuppressionValues = RecipientValues & {
  scope?: string;
  customerId?: string;
  channel?: Body['channel'];
  reason?: string;
};

/** Returns whether the recipient caused the entry. Customers cannot remove such an entry; staff must give a reason. */
export const byRecipient = (e: Entry) => ['stop', 'provider', 'complaint', 'consent', 'unsubscribe'].includes(e.source);

/** What is suppressed, and which senders may not reach it. */
function EntryFields() {
  const t = useTranslations('suppression');
  return (
    <>
      <RecipientFields label={t('of')} numberHint={t('numberHint')} />
      <WhoseFields channel={useWatch('of') !== 'email'} />
    </>
  );
}

/** The owner of an entry, for callers who may choose: staff choose all or one customer, agents one customer. */
export function WhoseFields({ channel = true }: { channel?: boolean }) {
  const t = useTranslations('suppression');
  const may = usePermission();
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
      {channel && (
        <Field name="channel" label={t('channel')} extra={t('channelHint')}>
          <DictSelect code="channel" allowClear />
        </Field>
      )}
      <Field name="reason" label={t('reason')}>
        <Input.TextArea rows={2} maxLength={LIMITS.remark} showCount />
      </Field>
    </>
  );
}

/** Returns the body of an entry or an import; empty fields are left out. */
export function bodyOf<V extends Partial<SuppressionValues>>(v: V) {
  const scope: 'tenant' | 'global' = v.scope === 'global' ? 'global' : 'tenant';
  const kept = Object.fromEntries(Object.entries(v).filter(([, value]) => value !== undefined && value !== ''));
  return { ...(kept as V), scope };
}

export function useEntries(
  extra: ReactNode,
  onLift: (e: Entry) => void,
): Resource<'/aty/suppression/page', 'suppression', SuppressionValues> {
  const t = useTranslations('suppression');
  const f = useFormat();
  const may = usePermission();
  const staff = may({ types: [1] });
  const above = may({ types: [1, 11] });
  return {
    list: '/aty/suppression/page',
    words: 'suppression',
    extra,
    columns: {
      phoneNumber: {
        title: t('recipient'),
        sort: true,
        fixed: true,
        cell: (e) => e.email ?? f.number(e.phoneNumber),
        filter: 'text',
        filterTitle: t('phoneNumber'),
      },
      email: { only: 'filter', filter: 'text' },
      source: { dict: 'suppression_source', sort: true, filter: true },
      scope: { dict: 'suppression_scope', from: 'md', filter: staff || undefined },
      channel: { from: 'lg', cell: (e) => (e.channel ? renderValue(e.channel, 'text', 'channel') : t('everyChannel')) },
      customerName: above && { from: 'md', filter: true },
      reason: { from: 'xl', ellipsis: true, width: 180 },
      evidence: { from: 'lg', ellipsis: true, width: 160 },
      orderNo: { from: 'xl', hidden: true },
      operator: { from: 'xl', hidden: true },
      eventTime: { as: 'time', sort: true, from: 'sm', filter: 'days' },
    },
    form: {
      add: { permission: 'aty:suppression:add' },
      in: 'modal',
      defaults: { of: 'phone' },
      send: ({ of, phoneNumber, email, channel, ...v }) =>
        request('post', '/aty/suppression', {
          body: {
            ...bodyOf(of === 'email' ? v : { ...v, channel }),
            ...recipientOf({ of, phoneNumber, email }),
          },
        }),
      fields: () => <EntryFields />,
    },
    actions: [
      {
        key: 'lift',
        danger: true,
        permission: 'aty:suppression:del',
        disabled: (e) => byRecipient(e) && !staff && t('recipients'),
        run: (e) => onLift(e),
      },
    ],
    export: true,
  };
}
