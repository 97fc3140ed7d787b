import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '@/auth/session';
import { POLL } from '@/core/constants';
import { StatusTag, useDictText } from '@/kit/dict/StatusTag';
import { useFormat } from '@/kit/format';
import type { Column } from '@/kit/resource/columns';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { useList } from '@/kit/resource/useList';
import { useSocketState } from '@/realtime/useSocketState';
import { Link } from '@/router/Link';
import { useSearch } from '@/router/navigate';
import { type Order, STATUSES } from './order';
import css from './order.module.css';
import { Progress } from './Progress';

function useColumns(): Column<Order>[] {
  const t = useTranslations('order');
  const f = useFormat();
  const { href } = useSearch();
  const staff = useSession((s) => s.attributes?.type === 1 || s.attributes?.type === 11);
  const columns: (Column<Order> | false)[] = [
    {
      field: 'name',
      title: t('name'),
      sort: true,
      render: (o) => (
        <div className={css.name}>
          <Link to={href({ id: o.id })}>{o.name || o.orderNo}</Link>
          <span>{o.orderNo}</span>
        </div>
      ),
    },
    {
      field: 'status',
      title: t('status'),
      sort: true,
      width: 100,
      render: (o) => <StatusTag dict="order" value={o.status} />,
    },
    { field: 'progress', title: t('progress'), width: 150, from: 'sm', render: (o) => <Progress order={o} /> },
    {
      field: 'brief',
      title: t('recipients'),
      phone: true,
      number: true,
      render: (o) => (
        <div className={css.brief}>
          {f.count(o.total)}
          <Progress order={o} />
        </div>
      ),
    },
    {
      field: 'total',
      from: 'sm',
      title: t('recipients'),
      sort: true,
      number: true,
      width: 100,
      render: (o) => f.count(o.total),
    },
    {
      field: 'estimatedCost',
      from: 'sm',
      title: t('cost'),
      sort: true,
      number: true,
      width: 110,
      render: (o) => f.credit(o.actualCost ?? o.estimatedCost),
    },
    {
      field: 'countryCode',
      title: t('country'),
      sort: true,
      from: staff ? 'xl' : 'lg',
      render: (o) => f.country(o.countryCode),
    },
    staff && {
      field: 'customerName',
      title: t('customer'),
      sort: true,
      from: 'md',
      ellipsis: true,
      width: 140,
      render: (o) => o.customerName,
    },
    {
      field: 'createTime',
      title: t('createTime'),
      sort: true,
      from: 'md',
      width: 150,
      render: (o) => f.minute(o.createTime),
    },
  ];
  return columns.filter((c) => c !== false);
}

export function OrderList({ create }: { create: ReactNode }) {
  const t = useTranslations('order');
  const text = useDictText('order');
  const live = useSocketState() === 'open';
  const list = useList('/gc/groupsendorder/page', { filters: ['name', 'status'], every: live ? POLL.slow : POLL.live });
  const columns = useColumns();
  return (
    <ResourceTable
      label={t('title')}
      list={list}
      rowKey="id"
      columns={columns}
      filters={[
        { field: 'name', label: t('filterName'), kind: 'text' },
        {
          field: 'status',
          label: t('filterStatus'),
          kind: 'select',
          multiple: true,
          options: STATUSES.map((s) => ({ value: String(s), label: text(s) })),
        },
      ]}
      empty={{ title: t('empty'), action: create }}
    />
  );
}
