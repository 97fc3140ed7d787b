import { useLocale, useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { DictTag } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import { PAYMENT_POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { Link } from '@/ui/Link';
import { canEnd, checking, coinsText, explorer, type Order, PLATFORMS, takesHash, USDT_ORDER_LIST } from './usdt';
import css from './usdt.module.css';

/** Confirmations that are shown beside the state; how many it takes, the page of one order says. */
function Standing({ order: o }: { order: Order }) {
  const t = useTranslations('usdt');
  return (
    <span className={css.standing}>
      <DictTag code="usdt_status" value={o.status} />
      {o.status === 'confirming' && <small>{t('deep', { n: o.confirmations })}</small>}
      {o.reason && <DictTag code="usdt_reason" value={o.reason} />}
    </span>
  );
}

const Coins = ({ value }: { value: number }) => {
  const t = useTranslations('usdt');
  const locale = useLocale();
  return value > 0 ? t('coins', { n: coinsText(value, locale) }) : '–';
};

/** The schema of orders: for the list, and for the facts of one. */
export function useUsdtOrderColumns(hrefOf?: (id: string) => string): Columns<typeof USDT_ORDER_LIST, 'usdt'> {
  const t = useTranslations('usdt');
  const f = useFormat();
  const name = (o: Order) => (hrefOf ? <Link to={hrefOf(o.id)}>{o.customerName}</Link> : o.customerName);
  return {
    createTime: { as: 'time', sort: true, filter: 'days' },
    customerName: { sort: true, fixed: true, filter: 'text', cell: name },
    platform: {
      sort: true,
      from: 'sm',
      filter: { options: PLATFORMS.map((value) => ({ value, label: t(`names.${value}`) })), several: true },
      cell: (o) => t(`names.${o.platform}`),
    },
    status: { dict: 'usdt_status', sort: true, filter: true, cell: (o) => <Standing order={o} /> },
    amount: { number: true, from: 'md', cell: (o) => <Coins value={o.amount} /> },
    creditAmount: { as: 'credit', from: 'sm' },
    rate: { only: 'detail', cell: (o) => t('perUnit', { credits: f.credits((o.rate ?? 0) * 100) }) },
    address: {
      from: 'xl',
      filter: 'text',
      ellipsis: true,
      width: 180,
      fact: (o) => <CopyField text={o.address} />,
    },
    hash: {
      from: 'xl',
      filter: 'text',
      ellipsis: true,
      width: 180,
      cell: (o) => o.hash || '–',
      fact: (o) => (o.hash ? <CopyField text={o.hash} /> : '–'),
    },
    'own.explorer': {
      title: t('explorer'),
      only: 'detail',
      cell: (o) => (o.hash ? <CopyField text={explorer(o)} /> : '–'),
    },
    confirmations: { as: 'count', only: 'detail' },
    expireTime: { as: 'time', only: 'detail' },
    submitTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    finishTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    orderId: { filter: 'text', hidden: true, from: 'xl' },
  };
}

/** Top-ups in USDT in the caller's scope; staff can submit a hash for a customer and close an order. */
export function useUsdtOrders(
  hrefOf: (id: string) => string,
  onHash: (o: Order) => void,
): Resource<typeof USDT_ORDER_LIST, 'usdt'> {
  const t = useTranslations('usdt');
  return {
    list: USDT_ORDER_LIST,
    words: 'usdt',
    columns: useUsdtOrderColumns(hrefOf),
    filters: [
      'status',
      'customerName',
      'platform',
      'createTime',
      'address',
      'hash',
      'orderId',
      'submitTime',
      'finishTime',
    ],
    export: { path: '/virtual/currency/order/recharge/export', permission: 'virtual:order:page' },
    changes: ['/virtual/currency/order/recharge/{id}', '/virtual/currency/address/stock'],
    every: (rows) => rows.some(checking) && PAYMENT_POLL.every,
    actions: [
      { key: 'submit', permission: 'virtual:order:submit', types: [1], shown: takesHash, run: (o) => onHash(o) },
      {
        key: 'invalidate',
        danger: true,
        permission: 'virtual:order:submit',
        types: [1],
        shown: canEnd,
        confirm: (o) => ({ title: t('invalidateTitle', { name: o.customerName }), content: t('invalidateText') }),
        call: ({ id }) => request('delete', '/virtual/currency/order/recharge/expired/{id}', { path: { id } }),
        done: t('invalidated'),
      },
    ],
  };
}
