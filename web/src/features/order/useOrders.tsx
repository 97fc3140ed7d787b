import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { POLL } from '@/core/constants';
import { useMay } from '@/kit/access/Can';
import { Count, Country, Credit, DictTag, Time } from '@/kit/cell/cells';
import { useFormat } from '@/kit/format';
import type { Resource } from '@/kit/resource/descriptor';
import { useSocketState } from '@/realtime/useSocketState';
import { Link } from '@/router/Link';
import { useSearch } from '@/router/navigate';
import { moving, type Order, STATUS } from './order';
import css from './order.module.css';
import { Progress } from './Progress';
import { useReview } from './useReview';

type Columns = Resource<'/gc/groupsendorder/page'>['columns'];

function useColumns(staff: boolean): Columns {
  const t = useTranslations('order');
  const f = useFormat();
  const { href } = useSearch();
  const customer: Columns[number] = {
    field: 'customerName',
    title: t('customer'),
    sort: true,
    from: 'md',
    ellipsis: true,
    width: 140,
    render: (o) => o.customerName,
  };
  return [
    {
      field: 'name',
      title: t('name'),
      sort: true,
      fixed: true,
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
      render: (o) => <DictTag code="order_status" value={o.status} />,
    },
    { field: 'progress', title: t('progress'), width: 130, from: 'sm', render: (o) => <Progress order={o} /> },
    { field: 'brief', title: t('recipients'), phone: true, number: true, render: (o) => <Brief order={o} /> },
    {
      field: 'total',
      from: 'sm',
      title: t('recipients'),
      sort: true,
      number: true,
      width: 100,
      render: (o) => <Count value={o.total} />,
    },
    {
      field: 'estimatedCost',
      from: 'sm',
      title: f.inCredits(t('cost')),
      sort: true,
      number: true,
      width: 110,
      render: (o) => <Credit value={o.actualCost ?? o.estimatedCost} />,
    },
    {
      field: 'countryCode',
      title: t('country'),
      sort: true,
      from: staff ? 'xl' : 'lg',
      render: (o) => <Country code={o.countryCode} />,
    },
    ...(staff ? [customer] : []),
    {
      field: 'startTime',
      title: t('startTime'),
      hidden: true,
      render: (o) => (o.startTime ? <Time value={o.startTime} /> : t('atOnce')),
    },
    {
      field: 'createTime',
      title: t('createTime'),
      sort: true,
      from: staff ? 'lg' : 'md',
      width: 150,
      render: (o) => <Time value={o.createTime} />,
    },
  ];
}

function Brief({ order }: { order: Order }) {
  return (
    <div className={css.brief}>
      <Count value={order.total} />
      <Progress order={order} />
    </div>
  );
}

/** The list of orders; staff reviews several at once. `refuse` asks for the reason. */
export function useOrders(create: ReactNode, refuse: (orders: Order[]) => void): Resource<'/gc/groupsendorder/page'> {
  const t = useTranslations('order');
  const f = useFormat();
  const staff = useMay()({ types: [1, 11] });
  const live = useSocketState() === 'open';
  const review = useReview();
  const gate = { permission: 'gc:groupsendorder:review' };
  const reviewable = (rows: Order[]) => rows.some((o) => o.status !== STATUS.review) && t('notInReview');
  return {
    list: '/gc/groupsendorder/page',
    title: t('title'),
    empty: t('empty'),
    extra: create,
    // Live messages reach an order's owner; whoever sees those of others asks while something runs.
    every: (rows) => (rows.some(moving) && (staff || !live) ? POLL.live : POLL.slow),
    columns: useColumns(staff),
    filters: [
      { field: 'name', label: t('filterName'), kind: 'text' },
      { field: 'status', label: t('status'), kind: 'dict', code: 'order_status', multiple: true },
      { field: 'orderNo', label: t('orderNo'), kind: 'text' },
      { field: 'countryCode', label: t('country'), kind: 'country' },
      ...(staff ? [{ field: 'customerName', label: t('customer'), kind: 'text' as const }] : []),
      { field: 'createTime', label: t('createTime'), kind: 'days' },
    ],
    batch: [
      {
        key: 'approve',
        label: t('actions.approve'),
        gate,
        disabled: reviewable,
        confirm: (rows) => ({
          title: t('batchApprove', { n: rows.length }),
          content: t('batchApproveText', {
            total: f.count(rows.reduce((sum, o) => sum + o.total, 0)),
            cost: f.credits(rows.reduce((sum, o) => sum + Math.round(o.estimatedCost * 100), 0) / 100),
          }),
        }),
        run: (rows) => review.mutateAsync({ body: { ids: rows.map((o) => o.id), pass: true } }),
      },
      { key: 'refuse', label: t('actions.refuse'), danger: true, gate, disabled: reviewable, run: refuse },
    ],
    export: { gate: { permission: 'gc:groupsendorder:export' } },
  };
}
