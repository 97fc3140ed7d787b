'use client';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';

type QuickReplyValues = BodyOf<'post', '/gc/quickreply'>;

function useQuickReplies(): Resource<'/gc/quickreply/page', 'quickreply', QuickReplyValues> {
  const t = useTranslations('quickreply');
  const above = usePermission()({ types: [1, 11] });
  const remove = useRemoving<RecordOf<'/gc/quickreply/page'>, 'quickreply'>('quickreply', {
    permission: 'gc:quickreply:del',
    path: '/gc/quickreply/{id}',
    name: (r) => r.shortcut,
    again: ({ customerId, shortcut, text }) =>
      request('post', '/gc/quickreply', { body: { ...(above ? { customerId } : {}), shortcut, text } }),
  });
  return {
    list: '/gc/quickreply/page',
    words: 'quickreply',
    columns: {
      shortcut: { sort: true, fixed: true, filter: true, cell: (r) => `/${r.shortcut}` },
      text: { ellipsis: true, width: 420, filter: true },
      customerName: above && { sort: true, filter: true, from: 'md' },
      createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    },
    form: {
      add: { permission: 'gc:quickreply:add' },
      update: { permission: 'gc:quickreply:edit', title: (r) => t('edit', { name: r.shortcut }) },
      send: ({ customerId, shortcut, text }, row) =>
        row
          ? request('put', '/gc/quickreply', { body: { id: row.id, shortcut, text } })
          : request('post', '/gc/quickreply', { body: { customerId, shortcut, text } }),
      fields: ({ mode, Field }) => (
        <>
          {mode === 'add' && above && (
            <Field name="customerId" label={t('customerName')}>
              <LovPicker keyword="customer" multiple={false} label={t('customerName')} />
            </Field>
          )}
          <Field name="shortcut" label={t('shortcut')} extra={t('shortcutHint')} required>
            <Input maxLength={20} autoComplete="off" addonBefore="/" />
          </Field>
          <Field name="text" label={t('text')} extra={t('textHint')} required>
            <Input.TextArea rows={4} maxLength={1000} showCount />
          </Field>
        </>
      ),
    },
    actions: [remove],
  };
}

/** Page of the quick replies that users insert in the inbox. */
export default function QuickReplies() {
  return <ResourcePage resource={useQuickReplies()} />;
}
