'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DictTag } from '@/kit/dict/DictTag';
import { Page, Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { POLL } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { ItemDrawer } from './ItemDrawer';
import { ITEMS, WORK } from './item';
import { WorkTable } from './WorkTable';

/** The work of staff on comment orders: orders with items to take, and the items in work with their evidence. */
export default function CommentItems() {
  const t = useTranslations('commentitem');
  const me = useSession((s) => s.info?.userId) ?? '';
  const [shown, setShown] = useState<string>();
  const resource: Resource<typeof ITEMS, 'commentitem'> = {
    list: ITEMS,
    words: 'commentitem',
    title: t('inWork'),
    empty: t('nothingInWork'),
    every: POLL.slow,
    changes: [WORK],
    columns: {
      orderNo: { sort: true, fixed: true, filter: 'text', cell: (r) => `${r.orderNo} · ${r.index}` },
      state: {
        dict: 'comment_item_state',
        sort: true,
        filter: true,
        cell: (r) => <DictTag code="comment_item_state" value={r.state} />,
      },
      platform: { dict: 'comment_platform', sort: true, from: 'sm' },
      text: { ellipsis: true, width: 260, from: 'lg' },
      worker: { sort: true, from: 'sm', filter: true },
      workerId: { only: 'filter', titled: 'mine', filter: { options: [{ value: me, label: t('me') }] } },
      leaseTime: { as: 'time', from: 'md' },
      customerName: { sort: true, from: 'xl', filter: true },
      updateTime: { as: 'time', sort: true, from: 'xl' },
    },
    actions: [{ key: 'open', run: (r) => setShown(r.id) }],
  };
  return (
    <Page title={t('title')} note={t('note')}>
      <WorkTable onTaken={setShown} />
      <Panel title={t('inWork')}>
        <ResourcePage resource={resource} bare />
      </Panel>
      <ItemDrawer id={shown} onClose={() => setShown(undefined)} />
    </Page>
  );
}
