import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { Age } from '@/kit/cell/Age';
import { Count, Credit, Time } from '@/kit/cell/cells';
import { DeliveryRate } from '@/kit/cell/DeliveryRate';
import { Identifier } from '@/kit/cell/Identifier';
import { deliveryOf } from '@/kit/delivery';
import type { Resource } from '@/kit/resource/descriptor';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { type CommonRow, endpoint, permission as may, useOrderKind, useOrderTexts } from './kind';
import { isRunning, STATUS } from './order';
import css from './ordering.module.css';
import { Progress } from './Progress';
import { useOrderBulk } from './useOrderBulk';
import { passing, useReview } from './useReview';

type Orders = Resource<'/gc/groupsendorder/page', 'order'>;

function useOrderColumns(staff: boolean): Orders['columns'] {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const tt = useTranslations('table');
  const kind = useOrderKind();
  const { statuses, order } = kind;
  const reviews = usePermission()(may(kind, 'review'));
  const queue = useSearch().params.get('status') === String(STATUS.review) && reviews;
  const reaches = order.includes('arrived');
  return {
    name: { sort: true, fixed: true, cell: (o) => <Name order={o} />, filter: true, filterTitle: t('filterName') },
    status: { dict: statuses, sort: true, width: 100, filter: true },
    counts: { title: t('progress'), width: 130, from: 'sm', cell: (o) => <Progress order={o} /> },
    // On a phone one column shows both values.
    id: { title: own('total'), phone: true, number: true, cell: (o) => <Brief order={o} /> },
    total: { as: 'count', title: own('total'), from: 'sm', sort: true, width: 100 },
    heldByReason: reaches && {
      title: tt('deliveryRate'),
      number: true,
      from: 'xl',
      width: 100,
      cell: (o) => <DeliveryRate delivery={deliveryOf(o)} />,
    },
    estimatedCost: {
      as: 'credit',
      title: t('cost'),
      from: 'sm',
      sort: true,
      width: 110,
      cell: (o) => <Credit value={o.actualCost ?? o.estimatedCost} />,
    },
    orderNo: { only: 'filter', filter: true },
    countryCode: { as: 'country', sort: true, from: staff ? 'xl' : 'lg', filter: true },
    customerName: staff && { sort: true, from: 'md', ellipsis: true, width: 140, filter: true },
    startTime: { hidden: true, cell: (o) => (o.startTime ? <Time value={o.startTime} /> : t('atOnce')) },
    // A reviewer's queue: the list of what is under review.
    'own.waits': queue && {
      title: t('waitsFor'),
      number: true,
      width: 110,
      cell: (o) => (o.status === STATUS.review ? <Age since={o.createTime} /> : '–'),
    },
    createTime: { as: 'time', sort: true, from: staff ? 'lg' : 'md', width: 150, filter: 'days' },
  };
}

function Name({ order: o }: { order: CommonRow }) {
  const { href } = useSearch();
  return (
    <div className={css.name}>
      <Link to={href({ id: o.id })}>{o.name || o.orderNo}</Link>
      <Identifier text={o.orderNo} />
    </div>
  );
}

function Brief({ order }: { order: CommonRow }) {
  return (
    <div className={css.brief}>
      <Count value={order.total} />
      <Progress order={order} />
    </div>
  );
}

/** Columns that only a kind has, as its own list is typed. */
export type OwnColumns = Resource<'/call/order/page', 'order'>['columns'];

/** The list of orders; staff reviews several at once. `refuse` asks for the reason, `more` are the kind's own columns. */
export function useOrders(refuse: (orders: CommonRow[]) => void, more?: OwnColumns): Orders {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const staff = usePermission()({ types: [1, 11] });
  const live = useSocketState() === 'open';
  const review = useReview();
  const permission = may(kind, 'review');
  const reviewable = (rows: CommonRow[]) => rows.some((o) => o.status !== STATUS.review) && t('notInReview');
  return {
    list: endpoint(kind, '/page'),
    words: 'order',
    empty: own('empty'),
    // Live messages reach an order's owner; users who see the orders of others poll while something runs.
    every: (rows) => (rows.some(isRunning) && (staff || !live) ? POLL.live : POLL.slow),
    columns: { ...useOrderColumns(staff), ...(more as Orders['columns']) },
    batch: [
      {
        key: 'approve',
        label: t('actions.approve'),
        permission,
        disabled: reviewable,
        confirm: (rows) => ({
          title: t('batchApprove', { n: rows.length }),
          content: own('batchApproveText', {
            total: f.count(rows.reduce((sum, o) => sum + o.total, 0)),
            cost: f.credits(rows.reduce((sum, o) => sum + Math.round(o.estimatedCost * 100), 0) / 100),
          }),
        }),
        run: (rows) => review.mutateAsync(passing(rows)),
      },
      { key: 'refuse', label: t('actions.refuse'), danger: true, permission, disabled: reviewable, run: refuse },
      ...useOrderBulk(),
    ],
    changes: ['/gc/review', '/pi/personal/info'],
    exportBy: 'id',
    export: { permission: may(kind, 'export') },
  };
}
