import { useQueries, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useReviewQueues } from '@/kit/access/reviewQueues';
import { Age } from '@/kit/cell/Age';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { menuQuery } from '@/lib/query';
import { label, pageOf } from '@/lib/router/menu';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import type { Overview } from './overview';
import css from './welcome.module.css';

/** Bulk sends stand among the states of orders. */
const BULK_PAGE = 'gc/order';

/** What is under review, those that wait longest first. */
const OLDEST = '1&sort=createTime';

/** A queue of work. `null`: its count is not known yet, or cannot be read. */
type Item = {
  key: string;
  label: string;
  count: number | null;
  to?: string | false;
  urgent?: boolean;
  /** Since when the oldest waits. */
  oldest?: string;
  /** Its count is being asked for. */
  pending: boolean;
};

/** The queues that permissions allow. They are pending until each count is known or cannot be read. */
export function useQueues(overview: Overview | undefined, loading: boolean): { items: Item[]; pending: boolean } {
  const items = [...useOrderItems(overview, loading), ...useReviewItems(), ...useAccountItems(), ...useMoneyItems()];
  const { pending } = useReviewQueues();
  return { items, pending: pending || items.some((i) => i.pending) };
}

/** Shows the work that needs the user's attention: each queue that is not empty, with its count and a link. */
export function Queues({ items }: { items: Item[] }) {
  const t = useTranslations('welcome');
  const f = useFormat();
  if (items.length === 0) return null;
  const waiting = items.filter((i) => i.count !== 0);
  return (
    <Panel title={t('queues')}>
      {waiting.length === 0 && <p className={css.none}>{t('caughtUp')}</p>}
      <ul className={css.queues}>
        {waiting.map(({ key, label, count, to, urgent, oldest }) => (
          <li key={key}>
            {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
            {oldest && (
              <small>
                {t('oldest')} <Age since={oldest} />
              </small>
            )}
            <b data-urgent={urgent && count !== null && count > 0}>{f.count(count)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function useOrderItems(overview: Overview | undefined, pending: boolean): Item[] {
  const t = useTranslations('welcome');
  const can = usePermission();
  const path = usePathOf('gc/order');
  const may = can('gc:groupsendorder:review');
  const { queues } = useReviewQueues();
  if (!may) return [];
  const at = (status: string) => path && `${path}?status=${status}`;
  const n = overview?.orders;
  const oldest = queues.find((w) => w.page === BULK_PAGE)?.oldest;
  return [
    { key: 'review', label: t('toReview'), count: n?.review ?? null, to: at(OLDEST), urgent: true, oldest, pending },
    { key: 'paused', label: t('paused'), count: n?.paused ?? null, to: at('4'), urgent: true, pending },
    { key: 'failed', label: t('failedOrders'), count: n?.failed ?? null, to: at('10'), urgent: true, pending },
    { key: 'unsent', label: t('unsent'), count: n?.unsent ?? null, to: at('2,3'), pending },
  ];
}

/** Anything else that waits for a review: orders of the other kinds, templates, pieces of work. */
function useReviewItems(): Item[] {
  const t = useTranslations('welcome');
  const locale = useLocale();
  const menu = useQuery(menuQuery).data ?? [];
  const { queues } = useReviewQueues();
  return queues.flatMap(({ page, count, oldest }) => {
    const node = page === BULK_PAGE ? undefined : pageOf(menu, page);
    if (!node) return [];
    const to = page.endsWith('/order') || page === 'bgo/group' ? `${node.path}?status=${OLDEST}` : node.path;
    return [
      {
        key: page,
        label: t('reviewAt', { page: label(node, locale) }),
        count,
        to,
        urgent: true,
        oldest,
        pending: false,
      },
    ];
  });
}

/** Customers that ask for verification. */
function useAccountItems(): Item[] {
  const t = useTranslations('welcome');
  const path = usePathOf('aty/customer');
  const may = usePermission()('aty:customerinfo:activation');
  const query = { size: 1, verificationRequested: 'true' } as const;
  const waiting = useQuery({ ...get('/aty/customerinfo/page', { query }), enabled: may });
  if (!may) return [];
  const to = path && `${path}?verificationRequested=true`;
  return [
    {
      key: 'verify',
      label: t('verifications'),
      count: waiting.data?.total ?? null,
      to,
      urgent: true,
      pending: waiting.isPending,
    },
  ];
}

const COINS = ['submitted', 'confirming'] as const;

function useMoneyItems(): Item[] {
  const t = useTranslations('welcome');
  const can = usePermission();
  const books = can('aty:ledger:reconcile');
  const coins = can('virtual:order:submit');
  const pool = can('virtual:address:page');
  const paths = {
    recharge: usePathOf('aty/recharge'),
    coins: usePathOf('virtual/order'),
    books: usePathOf('aty/reconcile'),
    pool: usePathOf('virtual/address'),
  };
  const unpaid = useQuery({ ...get('/aty/recharge/page', { query: { size: 1, status: '1' } }), enabled: books });
  const sent = useQueries({
    queries: COINS.map((status) => ({
      ...get('/virtual/currency/order/recharge', { query: { size: 1, status } }),
      enabled: coins,
    })),
  });
  const last = useQuery({ ...get('/aty/accountstatement/reconcile'), enabled: books });
  const stock = useQuery({ ...get('/virtual/currency/address/stock'), enabled: pool });
  const waiting = sent.every((q) => q.data) ? sent.reduce((n, q) => n + (q.data?.total ?? 0), 0) : null;
  const low = stock.data?.filter((s) => s.low).length ?? null;
  return [
    ...(books
      ? [
          {
            key: 'recharge',
            label: t('unpaid'),
            count: unpaid.data?.total ?? null,
            to: paths.recharge && `${paths.recharge}?status=1`,
            pending: unpaid.isPending,
          },
        ]
      : []),
    ...(coins
      ? [
          {
            key: 'coins',
            label: t('coins'),
            count: waiting,
            to: paths.coins,
            urgent: true,
            pending: sent.some((q) => q.isPending),
          },
        ]
      : []),
    ...(books
      ? [
          {
            key: 'books',
            label: t('differences'),
            count: last.data?.found ?? null,
            to: paths.books,
            urgent: true,
            pending: last.isPending,
          },
        ]
      : []),
    ...(pool
      ? [{ key: 'pool', label: t('lowPools'), count: low, to: paths.pool, urgent: true, pending: stock.isPending }]
      : []),
  ];
}
