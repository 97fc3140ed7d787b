'use client';
import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { Tone } from '@/kit/dict/Tone';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';

const DEALERS = '/kfsms/dealer/page';

type Dealer = RecordOf<typeof DEALERS>;
type DealerValues = BodyOf<'post', '/kfsms/dealer'>;

const LONGEST = { name: 50, contact: 100, remark: 255 };

function useDealers(): Resource<typeof DEALERS, 'dealer', DealerValues> {
  const t = useTranslations('dealer');
  const remove = useRemoving<Dealer, 'dealer'>('dealer', {
    permission: 'kfsms:dealer:del',
    path: '/kfsms/dealer/{id}',
    name: (r) => r.name,
  });
  return {
    list: DEALERS,
    words: 'dealer',
    columns: {
      name: { sort: true, fixed: true, filter: true },
      contact: { from: 'sm', filter: true },
      enabled: {
        from: 'sm',
        filter: { options: ['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'on' : 'off') })) },
        cell: (r) => <Tone tone={r.enabled ? 'green' : 'gray'}>{t(r.enabled ? 'on' : 'off')}</Tone>,
      },
      remark: { ellipsis: true, from: 'md' },
      createTime: { as: 'time', sort: true, from: 'lg' },
    },
    form: {
      add: { permission: 'kfsms:dealer:add', label: t('add') },
      update: { permission: 'kfsms:dealer:edit', title: (r) => t('edit', { name: r.name }) },
      in: 'modal',
      defaults: { enabled: true },
      values: ({ name, contact, remark, enabled }) => ({ name, contact, remark, enabled }),
      send: ({ name, contact, remark, enabled }, row) => {
        const body = { name, contact, remark, enabled };
        return row
          ? request('put', '/kfsms/dealer', { body: { ...body, id: row.id } })
          : request('post', '/kfsms/dealer', { body });
      },
      fields: ({ Field }) => (
        <>
          <Field name="name" label={t('name')} required>
            <Input maxLength={LONGEST.name} autoComplete="off" />
          </Field>
          <Field name="contact" label={t('contact')}>
            <Input maxLength={LONGEST.contact} autoComplete="off" />
          </Field>
          <Field name="remark" label={t('remark')}>
            <Input.TextArea rows={2} maxLength={LONGEST.remark} showCount />
          </Field>
          <Field name="enabled" label={t('enabled')} extra={t('enabledHint')} valuePropName="checked">
            <Switch />
          </Field>
        </>
      ),
    },
    actions: [remove],
    export: true,
  };
}

/** The card dealers, who bring the platform its numbers. */
export default function Dealers() {
  return <ResourcePage resource={useDealers()} />;
}
