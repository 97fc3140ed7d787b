'use client';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Can, usePermission } from '@/kit/access/Can';
import { renderValue } from '@/kit/cell/cells';
import { formOf } from '@/kit/form/formOf';
import { RecipientFields, type RecipientValues, recipientOf } from '@/kit/form/RecipientFields';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { ImportConsents } from './ImportConsents';

const { Field } = formOf<ConsentValues>();

type ConsentValues = BodyOf<'post', '/aty/consent'> & RecipientValues;

const SHORT = 100;

function useConsents(extra: ReactNode): Resource<'/aty/consent/page', 'consent', ConsentValues> {
  const t = useTranslations('consent');
  const f = useFormat();
  const above = usePermission()({ types: [1, 11] });
  return {
    list: '/aty/consent/page',
    words: 'consent',
    extra,
    columns: {
      phoneNumber: {
        title: t('recipient'),
        sort: true,
        fixed: true,
        cell: (r) => r.email ?? f.number(r.phoneNumber),
        filter: 'text',
        filterTitle: t('phoneNumber'),
      },
      email: { only: 'filter', filter: 'text' },
      state: { dict: 'consent_state', sort: true, filter: true },
      channel: {
        from: 'lg',
        cell: (r) => (r.channel ? renderValue(r.channel, 'text', 'channel') : t('everyChannel')),
        dict: 'channel',
        filter: true,
      },
      purpose: { from: 'sm', filter: true },
      source: { from: 'md' },
      evidence: { from: 'lg', ellipsis: true, width: 200 },
      customerName: above && { from: 'lg' },
      operator: { from: 'xl' },
      time: { as: 'time', sort: true, from: 'sm', filter: 'days' },
    },
    form: {
      add: { permission: 'aty:consent:add' },
      in: 'modal',
      defaults: { of: 'phone' },
      send: ({ of, phoneNumber, email, ...body }) =>
        request('post', '/aty/consent', {
          body: { ...body, ...recipientOf({ of, phoneNumber, email }) },
        }),
      fields: () => (
        <>
          <RecipientFields label={t('of')} numberHint={t('numberHint')} addressHint={t('addressHint')} />
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
            <Field name="customerId" label={t('customerName')}>
              <LovPicker keyword="customer" multiple={false} label={t('customerName')} />
            </Field>
          )}
        </>
      ),
    },
    export: true,
  };
}

/** Page of the recipients' consents with their evidence; records are only added. */
export default function Consents() {
  const t = useTranslations('consent');
  const [open, setOpen] = useState(false);
  const load = (
    <Can permission="aty:consent:add">
      <Button onClick={() => setOpen(true)}>{t('import')}</Button>
    </Can>
  );
  return (
    <>
      <ResourcePage resource={useConsents(load)} />
      <ImportConsents open={open} onClose={() => setOpen(false)} />
    </>
  );
}
