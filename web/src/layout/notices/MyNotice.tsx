'use client';
import { Button, Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { useFormat } from '@/kit/format';
import { Page } from '@/kit/page/Page';
import type { Column } from '@/kit/resource/columns';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { useList } from '@/kit/resource/useList';
import { type Notice, useNoticeQueue } from '@/realtime/notices';
import { useSearch } from '@/router/navigate';
import { useClearAll, useRead } from './api';
import { NoticeTime } from './NoticeTime';
import css from './notices.module.css';

const TYPES = ['1', '2'] as const;

/** All notices and reminders of the last 30 days: `/account/myNotice?type=1|2`. */
export default function MyNotice() {
  const t = useTranslations('inbox');
  const { params, set } = useSearch();
  const type = params.get('type') === '2' ? '2' : '1';
  const clear = useClearAll();
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <Segmented
            aria-label={t('title')}
            value={type}
            options={TYPES.map((v) => ({ value: v, label: t(`types.${v}`) }))}
            onChange={(v) => set({ type: v === '1' ? null : v, page: null })}
          />
          <ActionButton
            confirm={{ title: t('clearTitle'), content: t('clearText') }}
            onAct={() => clear.mutateAsync(Number(type)).catch(() => {})}
          >
            {t('clearAll')}
          </ActionButton>
        </>
      }
    >
      <List type={type} />
    </Page>
  );
}

function List({ type }: { type: '1' | '2' }) {
  const t = useTranslations('inbox');
  const f = useFormat();
  const show = useNoticeQueue((s) => s.add);
  const read = useRead();
  const list = useList('/im/notice/messages', { filters: ['isReading'], fixed: { messageType: type } });
  const columns: Column<Notice>[] = [
    {
      field: 'title',
      title: t('subject'),
      render: (n) => (
        <button type="button" className={css.subject} data-unread={n.isReading !== 2} onClick={() => show('notice', n)}>
          <b>{n.contents?.title}</b>
          <span>{n.contents?.summary}</span>
        </button>
      ),
    },
    {
      field: 'isReading',
      title: t('state'),
      width: 90,
      from: 'sm',
      render: (n) => (n.isReading === 2 ? t('read') : <b>{t('unread')}</b>),
    },
    { field: 'noticeTime', title: t('time'), width: 160, from: 'sm', render: (n) => f.minute(n.noticeTime) },
    { field: 'when', title: t('time'), phone: true, number: true, render: (n) => <NoticeTime of={n} /> },
    {
      field: 'act',
      title: t('act'),
      width: 170,
      from: 'sm',
      render: (n) => (
        <Flex>
          {n.isReading !== 2 && (
            <Button type="link" size="small" onClick={() => read.mutate({ kind: 'notice', notice: n })}>
              {t('markRead')}
            </Button>
          )}
          <ActionButton
            type="link"
            size="small"
            danger
            confirm={{ title: t('deleteTitle'), content: t('deleteText') }}
            onAct={() => read.mutateAsync({ kind: 'notice', notice: n, remove: true }).catch(() => {})}
          >
            {t('delete')}
          </ActionButton>
        </Flex>
      ),
    },
  ];
  return (
    <ResourceTable<Notice>
      label={t(`types.${type}`)}
      list={list as never}
      rowKey="id"
      columns={columns}
      filters={[
        {
          field: 'isReading',
          label: t('state'),
          kind: 'select',
          options: [
            { value: '1', label: t('unread') },
            { value: '2', label: t('read') },
          ],
        },
      ]}
      empty={{ title: t(`none.${type}`) }}
    />
  );
}
