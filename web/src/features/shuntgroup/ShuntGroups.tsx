'use client';
import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { LinkPicker, useNewestLinks } from '@/kit/input/LinkPicker';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';

const GROUPS = '/shunt/group/page';

type ShuntGroup = RecordOf<typeof GROUPS>;
type GroupFormValues = BodyOf<'post', '/shunt/group'>;

const LONGEST = { url: 200, remark: 255 };

export function useShuntGroups(): Resource<typeof GROUPS, 'shuntgroup', GroupFormValues> {
  const t = useTranslations('shuntgroup');
  const f = useFormat();
  const above = usePermission()({ types: [1, 11] });
  const options = useNewestLinks('group').map(({ id, name }) => ({ value: id, label: name }));
  const linkId = useSearch().params.get('linkId') ?? undefined;
  const switching = useSwitching<ShuntGroup, 'shuntgroup'>('shuntgroup', {
    permission: 'shunt:group:status',
    name: (r) => r.url,
    off: (r) => r.status !== 'enabled',
    call: (r, off) =>
      request('put', '/shunt/group/status', { body: { id: r.id, status: off ? 'disabled' : 'enabled' } }),
  });
  const invalid: RowAction<ShuntGroup, 'shuntgroup'> = {
    key: 'invalid',
    permission: 'shunt:group:status',
    danger: true,
    shown: (r) => r.status !== 'invalid',
    confirm: (r) => ({ title: t('invalidTitle', { name: r.url }), content: t('invalidText') }),
    call: (r) => request('put', '/shunt/group/status', { body: { id: r.id, status: 'invalid' } }),
    done: t('invalidDone'),
  };
  const remove = useRemoving<ShuntGroup, 'shuntgroup'>('shuntgroup', {
    permission: 'shunt:group:del',
    path: '/shunt/group/{id}',
    name: (r) => r.url,
  });
  return {
    list: GROUPS,
    words: 'shuntgroup',
    columns: {
      url: { as: 'code', fixed: true, filter: 'text' },
      linkName: {},
      linkId: { only: 'filter', titled: 'linkName', filter: { options } },
      status: { dict: 'shunt_status', sort: true, from: 'sm', filter: true },
      full: { dict: 'yes_no', from: 'sm', filter: true },
      weight: { as: 'count', sort: true, from: 'md' },
      dailyCap: { number: true, sort: true, from: 'lg', cell: (r) => (r.dailyCap ? f.count(r.dailyCap) : t('noCap')) },
      remark: { ellipsis: true, from: 'xl' },
      customerName: above && { sort: true, filter: true, from: 'lg' },
      createTime: { as: 'time', sort: true, hidden: true, filter: 'days' },
    },
    form: {
      add: { permission: 'shunt:group:add' },
      update: { permission: 'shunt:group:edit', title: t('editTitle') },
      defaults: { linkId, full: false, weight: 1, dailyCap: 0 },
      send: ({ linkId, url, dailyCap, full, remark, weight }, row) =>
        row
          ? request('put', '/shunt/group', { body: { id: row.id, url, dailyCap, full, remark, weight } })
          : request('post', '/shunt/group', { body: { linkId, url, dailyCap, full, remark, weight } }),
      fields: ({ mode, Field, NumberField }) => (
        <>
          {mode === 'add' && (
            <Field name="linkId" label={t('linkName')} required>
              <LinkPicker kind="group" label={t('linkName')} />
            </Field>
          )}
          <Field name="url" label={t('url')} required>
            <Input
              maxLength={LONGEST.url}
              autoComplete="off"
              inputMode="url"
              placeholder="https://chat.whatsapp.com/…"
            />
          </Field>
          <Field name="full" label={t('full')} extra={t('fullHint')} valuePropName="checked">
            <Switch />
          </Field>
          <NumberField name="weight" label={t('weight')} extra={t('weightHint')} min={1} max={100} />
          <NumberField name="dailyCap" label={t('dailyCap')} extra={t('capHint')} min={0} max={1_000_000} />
          <Field name="remark" label={t('remark')}>
            <Input.TextArea rows={2} maxLength={LONGEST.remark} showCount />
          </Field>
        </>
      ),
    },
    actions: [...switching, invalid, remove],
    export: true,
  };
}

/** The WhatsApp groups of shunting links. */
export default function ShuntGroups() {
  return <ResourcePage resource={useShuntGroups()} />;
}
