'use client';
import { SettingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/kit/action/ActionButton';
import { Page } from '@/kit/page/Page';
import type { Column } from '@/kit/resource/columns';
import type { LabelledRowAction } from '@/kit/resource/descriptor';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { RowActions } from '@/kit/resource/RowActions';
import { useList } from '@/kit/resource/useList';
import { useLimit } from '@/kit/useLimit';
import { useFormat } from '@/lib/format';
import { type Notice, useNoticeQueue } from '@/lib/realtime/notices';
import { useSearch } from '@/lib/router/navigate';
import { useClearAll, useRead, useUserId } from './api';
import { NoticeTime } from './NoticeTime';
import css from './notices.module.css';
import { countsOf, firstTab, unreadQuery } from './query';
import { Together } from './Together';
import { Topics } from './Topics';

const TYPES = ['1', '2'] as const;
const NO_FORM = { add: () => {}, update: () => {}, refresh: () => {} };

/** All notices and reminders that are kept: `/account/myNotice?type=1|2`. */
export default function MyNotice() {
  const t = useTranslations('inbox');
  const { params, set } = useSearch();
  const unread = useQuery(unreadQuery(useUserId())).data;
  const counts = countsOf(unread);
  const given = TYPES.find((v) => v === params.get('type'));
  // The tab before the user chooses one: it does not jump away when its last notice has been read.
  const [first, setFirst] = useState<'1' | '2'>();
  if (!first && unread) setFirst(firstTab(counts));
  const type = given ?? first ?? '1';
  const [choosing, setChoosing] = useState(false);
  const clear = useClearAll();
  const days = useLimit('notice.keep.days');
  return (
    <Page
      title={t('title')}
      note={t('note', { days })}
      actions={
        <>
          <Segmented
            aria-label={t('title')}
            value={type}
            options={TYPES.map((v) => ({
              value: v,
              label: counts[v] ? t('unreadIn', { name: t(`types.${v}`), n: counts[v] }) : t(`types.${v}`),
            }))}
            onChange={(v) => set({ type: v, page: null })}
          />
          <Button icon={<SettingOutlined />} onClick={() => setChoosing(true)}>
            {t('topics')}
          </Button>
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
      <Topics open={choosing} onClose={() => setChoosing(false)} />
    </Page>
  );
}

function List({ type }: { type: '1' | '2' }) {
  const t = useTranslations('inbox');
  const f = useFormat();
  const show = useNoticeQueue((s) => s.add);
  const read = useRead();
  const list = useList('/im/notice/messages', { filters: ['isReading'], fixed: { messageType: type, grouped: true } });
  const actions: LabelledRowAction<Notice>[] = [
    {
      key: 'read',
      label: t('markRead'),
      shown: (n) => n.isReading !== 2,
      run: (n) => read.mutateAsync({ kind: 'notice', notice: n }),
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      confirm: () => ({ title: t('deleteTitle'), content: t('deleteText') }),
      run: (n) => read.mutateAsync({ kind: 'notice', notice: n, remove: true }),
    },
  ];
  const columns: Column<Notice>[] = [
    {
      field: 'title',
      title: t('subject'),
      render: (n) => (
        <button type="button" className={css.subject} data-unread={n.isReading !== 2} onClick={() => show('notice', n)}>
          <b>
            {n.contents?.title} <Together notice={n} />
          </b>
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
    { field: 'when', title: t('time'), phone: true, number: true, render: (n) => <NoticeTime notice={n} /> },
    {
      field: 'act',
      title: t('act'),
      width: 1,
      number: true,
      stays: true,
      render: (n) => <RowActions row={n} actions={actions} page={NO_FORM} changes={[]} />,
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
