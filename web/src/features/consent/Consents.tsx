'use client';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { useMay } from '@/kit/access/Can';
import type { RecordOf } from '@/kit/api/types';
import { DictTag, Time } from '@/kit/cell/cells';
import { Field } from '@/kit/form/Field';
import { useFormat } from '@/kit/format';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';

type Consent = RecordOf<'/aty/consent/page'>;

const SHORT = 100;

function useConsents(): Resource<'/aty/consent/page'> {
  const t = useTranslations('consent');
  const f = useFormat();
  const above = useMay()({ types: [1, 11] });
  return {
    list: '/aty/consent/page',
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    columns: [
      { field: 'phoneNumber', title: t('number'), sort: true, fixed: true, render: (c) => f.number(c.phoneNumber) },
      {
        field: 'state',
        title: t('state'),
        sort: true,
        render: (c) => <DictTag code="consent_state" value={c.state} />,
      },
      { field: 'purpose', title: t('purpose'), from: 'sm', render: (c) => c.purpose },
      { field: 'source', title: t('source'), from: 'md', render: (c) => c.source },
      { field: 'evidence', title: t('evidence'), from: 'lg', ellipsis: true, width: 200, render: (c) => c.evidence },
      ...(above
        ? [{ field: 'customerName', title: t('customer'), from: 'lg' as const, render: (c: Consent) => c.customerName }]
        : []),
      { field: 'operator', title: t('operator'), from: 'xl', render: (c) => c.operator },
      { field: 'time', title: t('saidAt'), sort: true, from: 'sm', render: (c) => <Time value={c.time} /> },
    ],
    filters: [
      { field: 'phoneNumber', label: t('number'), kind: 'text' },
      { field: 'state', label: t('state'), kind: 'dict', code: 'consent_state' },
      { field: 'purpose', label: t('purpose'), kind: 'text' },
      { field: 'time', label: t('saidAt'), kind: 'days' },
    ],
    form: {
      add: { path: '/aty/consent', gate: { permission: 'aty:consent:add' }, label: t('add') },
      in: 'modal',
      fields: () => (
        <>
          <Field name="phoneNumber" label={t('number')} extra={t('numberHint')} required>
            <Input autoComplete="off" inputMode="tel" maxLength={40} />
          </Field>
          <Field name="state" label={t('state')} extra={t('stateHint')} required>
            <DictSelect code="consent_state" />
          </Field>
          <Field name="purpose" label={t('purpose')} required>
            <Input maxLength={SHORT} />
          </Field>
          <Field name="source" label={t('source')} required>
            <Input maxLength={SHORT} />
          </Field>
          <Field name="evidence" label={t('evidence')} required>
            <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
          </Field>
          {above && (
            <Field name="customerId" label={t('customer')}>
              <LovPicker keyword="customer" multiple={false} label={t('customer')} />
            </Field>
          )}
        </>
      ),
    },
    export: true,
  };
}

/** What recipients agreed to, with the evidence; records are only added. */
export default function Consents() {
  return <ResourcePage resource={useConsents()} />;
}
