'use client';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';

const { Field } = formOf<ServicerValues>();

type ServicerValues = Omit<BodyOf<'post', '/aty/customerservicer'>, 'id'>;

/** The fields of a member of customer-service staff; the owner cannot change. */
function Fields({ made }: { made: boolean }) {
  const t = useTranslations('servicer');
  const may = usePermission();
  return (
    <>
      {!made && may({ types: [1, 11] }) && (
        <Field
          name="customerId"
          label={t('customerId')}
          extra={may({ types: [11] }) ? t('ownHint') : undefined}
          required={may({ types: [1] })}
        >
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="phone" label={t('phone')} extra={t('phoneHint')} required>
        <Input maxLength={32} autoComplete="off" inputMode="tel" />
      </Field>
      <Field name="gender" label={t('gender')}>
        <DictSelect code="gender" allowClear />
      </Field>
      {made && (
        <Field name="status" label={t('status')} extra={t('statusHint')}>
          <DictSelect code="servicer_status" />
        </Field>
      )}
    </>
  );
}

function useServicer(): Resource<'/aty/customerservicer/page', 'servicer', ServicerValues> {
  const t = useTranslations('servicer');
  const may = usePermission();
  return {
    list: '/aty/customerservicer/page',
    words: 'servicer',
    columns: {
      name: { sort: true, fixed: true, filter: true },
      phone: { as: 'phone', sort: true, filter: true },
      status: { dict: 'servicer_status', sort: true, filter: true },
      gender: { dict: 'gender', from: 'md' },
      customerName: may({ types: [1, 11] }) && { sort: true, from: 'md', filter: true },
      createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    },
    form: {
      add: { permission: 'aty:customerservicer:add' },
      update: { permission: 'aty:customerservicer:edit', title: t('edit') },
      values: ({ name, phone, gender, status }) => ({ name, phone: `+${phone}`, gender, status }),
      send: ({ gender = '', ...body }, row) =>
        row
          ? request('put', '/aty/customerservicer', { body: { ...body, gender, id: row.id } })
          : request('post', '/aty/customerservicer', { body: { ...body, gender } }),
      fields: ({ mode }) => <Fields made={mode === 'update'} />,
    },
    actions: [
      useRemoving('servicer', {
        permission: 'aty:customerservicer:del',
        path: '/aty/customerservicer/{id}',
        name: (r) => r.name,
      }),
    ],
    export: true,
  };
}

/** Customer-service staff: name, owner, and whether they still work. */
export default function Servicer() {
  return <ResourcePage resource={useServicer()} />;
}
