import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { DictTag } from '@/kit/cell/cells';
import { useDict } from '@/kit/dict/useDict';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { Link } from '@/ui/Link';
import { CURRENCIES, METHODS, RECHARGE_LIST, type Recharge, refundable, WAITING } from './recharge';
import css from './recharge.module.css';

/** The state, and of a failure why. */
function Standing({ recharge: r }: { recharge: Recharge }) {
  return (
    <span className={css.standing}>
      <DictTag code="topup_status" value={String(r.status)} />
      {r.reason && <DictTag code="topup_reason" value={r.reason} />}
    </span>
  );
}

/** Names a payment method. The dictionary leaves out what the user may not pay with; a row may have been paid so all the same. */
export function useMethodName() {
  const t = useTranslations('recharge');
  const dict = useDict('payment_method');
  return (value: string) => {
    const known = METHODS.find((m) => m === value);
    return dict.find(value)?.name ?? (known ? t(`methods.${known}`) : '–');
  };
}

/** The schema of online recharges: for the list, and for the facts of one. */
export function useRechargeColumns(hrefOf?: (id: string) => string): Columns<typeof RECHARGE_LIST, 'recharge'> {
  const t = useTranslations('recharge');
  const f = useFormat();
  const dict = useDict('payment_method');
  const method = useMethodName();
  const name = (r: Recharge) => (hrefOf ? <Link to={hrefOf(r.orderId)}>{r.userName}</Link> : r.userName);
  const code = (text: string) => (text ? <CopyField text={text} /> : '–');
  return {
    createTime: { as: 'time', sort: true, filter: 'days' },
    userName: { sort: true, fixed: true, filter: 'text', cell: name },
    paymentMethod: {
      sort: true,
      from: 'sm',
      cell: (r) =>
        dict.find(r.paymentMethod) ? (
          <DictTag code="payment_method" value={r.paymentMethod} />
        ) : (
          method(r.paymentMethod)
        ),
      filter: { options: METHODS.map((value) => ({ value, label: method(value) })), several: true },
    },
    status: { dict: 'topup_status', sort: true, filter: true, cell: (r) => <Standing recharge={r} /> },
    payAmount: {
      number: true,
      from: 'md',
      cell: (r) => t('money', { n: f.credit(r.payAmount), currency: r.currency }),
    },
    currency: {
      only: 'filter',
      filter: { options: CURRENCIES.map((value) => ({ value, label: value })), several: true },
    },
    amount: { as: 'credit', only: 'detail' },
    creditAmount: { as: 'credit', from: 'sm' },
    refundAmount: { as: 'credit', from: 'lg', cell: (r) => (r.refundAmount > 0 ? f.credit(r.refundAmount) : '–') },
    payTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    finishTime: { as: 'time', only: 'detail' },
    tradeNo: { from: 'xl', hidden: true, filter: 'text', fact: (r) => code(r.tradeNo) },
    orderId: { from: 'xl', hidden: true, filter: 'text', fact: (r) => code(r.orderId) },
  };
}

/** Online recharges that the caller sees; finance gives money back. */
export function useRecharges(
  hrefOf: (id: string) => string,
  onRefund: (r: Recharge) => void,
): Resource<typeof RECHARGE_LIST, 'recharge'> {
  return {
    list: RECHARGE_LIST,
    words: 'recharge',
    rowKey: 'orderId',
    columns: useRechargeColumns(hrefOf),
    filters: ['status', 'paymentMethod', 'createTime', 'userName', 'payTime', 'currency', 'tradeNo', 'orderId'],
    export: { permission: 'aty:recharge:export' },
    every: (rows) => rows.some((r) => r.status === WAITING) && POLL.slow,
    actions: [{ key: 'refund', permission: 'aty:recharge:refund', danger: true, shown: refundable, run: onRefund }],
  };
}
