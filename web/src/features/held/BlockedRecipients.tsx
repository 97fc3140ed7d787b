'use client';
import { Flex, Input, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { useDict } from '@/kit/dict/useDict';
import { ExportButton } from '@/kit/export/ExportButton';
import { Page, Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useList } from '@/kit/resource/useList';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import css from './held.module.css';

const BLOCKED_ORDER_LIST = '/gc/groupsendorder/page';
type Row = RecordOf<typeof BLOCKED_ORDER_LIST>;
const FIXED = { heldBack: 'yes' } as const;

/** Page of blocked recipients by reason and by order. They cost nothing. */
export default function BlockedRecipients() {
  const t = useTranslations('held');
  return (
    <Page title={t('title')} note={t('note')} actions={<Evidence />}>
      <Reasons />
      <ResourcePage resource={useBlockedRecipients()} bare />
    </Page>
  );
}

/** Exports all that is known of one number or email address, for its owner or a regulator. */
function Evidence() {
  const t = useTranslations('held');
  const [recipient, setRecipient] = useState('');
  return (
    <Flex gap={8} wrap>
      <Input
        value={recipient}
        onChange={(e) => setRecipient(e.target.value)}
        placeholder={t('evidenceNumber')}
        aria-label={t('evidenceNumber')}
        maxLength={200}
        style={{ width: 260 }}
      />
      <ExportButton
        path="/gc/evidence/export"
        query={recipient.includes('@') ? { email: recipient } : { phoneNumber: recipient }}
        gate={{ permission: 'gc:evidence:export' }}
        label={t('evidence')}
      />
    </Flex>
  );
}

const FILTERS = ['orderNo', 'name', 'customerName', 'channel', 'countryCode', 'createTimeStart', 'createTimeEnd'];
const DAYS = ['createTimeStart', 'createTimeEnd'];

/** Shows the totals of the listed orders. Its query equals the list's, so that nothing is fetched twice. */
function Reasons() {
  const t = useTranslations('held');
  const f = useFormat();
  const dict = useDict('held_reason');
  const { rows, pending, error } = useList(BLOCKED_ORDER_LIST, { filters: FILTERS, days: DAYS, fixed: FIXED });
  if (error) return null; // the list says why
  const sums = new Map<string, number>();
  for (const row of rows ?? [])
    for (const [reason, n] of Object.entries(row.heldByReason ?? {})) sums.set(reason, (sums.get(reason) ?? 0) + n);
  const data = [...sums].map(([reason, count]) => ({ reason: dict.find(reason)?.name ?? reason, count }));
  return (
    <div className={css.chart}>
      <Panel>
        <Chart
          kind="bar"
          label={t('chart')}
          data={data}
          x="reason"
          xLabel={t('heldByReason')}
          series={[{ field: 'count', label: t('count'), colour: 3 }]}
          height={180}
          format={(v) => f.count(v)}
          loading={pending}
        />
      </Panel>
    </div>
  );
}

function useBlockedRecipients(): Resource<typeof BLOCKED_ORDER_LIST, 'held'> {
  const t = useTranslations('held');
  const f = useFormat();
  const dict = useDict('held_reason');
  const orders = usePathOf('gc/order');
  const total = (row: Row) => Object.values(row.heldByReason ?? {}).reduce((a, b) => a + b, 0);
  return {
    list: BLOCKED_ORDER_LIST,
    words: 'held',
    empty: t('empty'),
    fixed: FIXED,
    columns: {
      orderNo: {
        fixed: true,
        filter: 'text',
        cell: (r) => (orders ? <Link to={`${orders}?id=${r.id}`}>{r.orderNo}</Link> : r.orderNo),
      },
      name: { filter: 'text', from: 'sm', ellipsis: true, width: 140 },
      heldByReason: {
        width: 200,
        cell: (r) =>
          Object.entries(r.heldByReason ?? {}).map(([reason, n]) => (
            <Tag key={reason} variant="filled">
              {dict.find(reason)?.name ?? reason}: {f.count(n)}
            </Tag>
          )),
      },
      total: {
        cell: (r) => t('ofTotal', { n: f.count(total(r)), total: f.count(r.total) }),
        from: 'md',
      },
      customerName: { filter: 'text', from: 'lg' },
      channel: { dict: 'channel', filter: true, from: 'lg' },
      countryCode: { as: 'country', filter: true, from: 'lg' },
      createTime: { as: 'time', sort: true, filter: 'days', from: 'md' },
    },
  };
}
