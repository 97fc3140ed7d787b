'use client';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';

const { Field } = formOf<ServiceAccountValues>();

type Account = RecordOf<'/aty/customerserviceraccount/page'>;
type ServiceAccountValues = { phoneNumber: string; countryCode: string; servicerId?: string; customerId?: string };

/** The number and its owner; neither can change later. */
function Fields({ made }: { made: boolean }) {
  const t = useTranslations('serviceaccount');
  const may = usePermission();
  return (
    <>
      {!made && (
        <>
          <Field name="countryCode" label={t('countryCode')} required>
            <CountrySelect aria-label={t('countryCode')} />
          </Field>
          <Field name="phoneNumber" label={t('phoneNumber')} extra={t('phoneHint')} required>
            <Input maxLength={32} autoComplete="off" inputMode="tel" />
          </Field>
        </>
      )}
      <Field name="servicerId" label={t('servicerName')} extra={t('ownerHint')}>
        <LovPicker keyword="customer_servicer" multiple={false} label={t('servicerName')} />
      </Field>
      {!made && may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} extra={t('customerHint')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
    </>
  );
}

function useServiceaccount(): Resource<'/aty/customerserviceraccount/page', 'serviceaccount', ServiceAccountValues> {
  const t = useTranslations('serviceaccount');
  const may = usePermission();
  const use =
    (usable: boolean, more: { invalid?: true } = {}) =>
    (row: Account) =>
      request('put', '/aty/customerserviceraccount/usable', { body: { id: row.id, usable, ...more } });
  const asks = (what: 'enable' | 'disable' | 'invalid') => (row: Account) => ({
    title: t(`${what}Title`, { number: `+${row.phoneNumber}` }),
    content: t(`${what}Text`),
  });
  return {
    list: '/aty/customerserviceraccount/page',
    words: 'serviceaccount',
    columns: {
      phoneNumber: { as: 'phone', sort: true, fixed: true, filter: true },
      status: { dict: 'serviceraccount_status', sort: true, filter: true },
      countryCode: { as: 'country', sort: true, from: 'sm', filter: true },
      servicerName: {
        from: 'md',
        cell: (a) => (a.onJob ? a.servicerName : t('resigned', { name: a.servicerName })),
      },
      customerName: may({ types: [1, 11] }) && { sort: true, from: 'md', filter: true },
      createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    },
    form: {
      add: { permission: 'aty:customerserviceraccount:add' },
      update: { permission: 'aty:customerserviceraccount:edit', title: t('edit') },
      values: ({ phoneNumber, countryCode, servicerId }) => ({ phoneNumber, countryCode, servicerId }),
      send: ({ phoneNumber, countryCode, servicerId = '', customerId }, row) =>
        row
          ? request('put', '/aty/customerserviceraccount', { body: { id: row.id, servicerId } })
          : request('post', '/aty/customerserviceraccount', {
              body: { phoneNumber, countryCode, servicerId, ...(customerId ? { customerId } : {}) },
            }),
      fields: ({ mode }) => <Fields made={mode === 'update'} />,
    },
    actions: [
      {
        key: 'enable',
        permission: 'aty:customerserviceraccount:usable',
        shown: (a) => a.status !== 'enabled',
        confirm: asks('enable'),
        call: use(true),
        done: t('enabled'),
      },
      {
        key: 'disable',
        permission: 'aty:customerserviceraccount:usable',
        shown: (a) => a.status === 'enabled',
        confirm: asks('disable'),
        call: use(false),
        done: t('disabled'),
      },
      {
        key: 'markInvalid',
        permission: 'aty:customerserviceraccount:usable',
        shown: (a) => a.status !== 'invalid',
        confirm: asks('invalid'),
        call: use(false, { invalid: true }),
        done: t('invalid'),
      },
      {
        key: 'del',
        danger: true,
        permission: 'aty:customerserviceraccount:del',
        confirm: (a) => ({ title: t('delTitle', { name: `+${a.phoneNumber}` }), content: t('delText') }),
        call: (a) => request('delete', '/aty/customerserviceraccount/{id}', { path: { id: a.id } }),
        done: t('deleted'),
      },
    ],
    export: true,
  };
}

/** Numbers of customer service: the number, its owner, and whether groups may have it. */
export default function Serviceaccount() {
  return <ResourcePage resource={useServiceaccount()} />;
}
