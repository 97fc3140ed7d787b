import { BALANCES } from '@/kit/pay/balances';
import type { Data, RecordOf } from '@/lib/api/types';

export const RECHARGE_LIST = '/aty/recharge/page';
/** The current state of an order; the server asks its provider in the background. */
export const RECHARGE = '/aty/recharge/pay/finish/{orderId}';
export const REFUNDS = '/aty/recharge/{orderId}/refunds';
export type Recharge = RecordOf<typeof RECHARGE_LIST>;
export type Refund = Data<'get', typeof REFUNDS> extends (infer R extends object)[] | null ? R : never;

/** Queries that a refund makes stale: the list and its relatives, the user's balance, and the account flow. */
export const RECHARGE_RELATED = [
  RECHARGE_LIST,
  BALANCES,
  '/aty/accountstatement/page',
  '/aty/customerinfo/statement/page',
] as const;

export const WAITING = 1;
const SUCCESS = 2;
/** A refund that its provider has not carried out yet. */
export const RUNNING = 1;

/** Payment methods of an online recharge; USDT and bookings by staff have their own lists. */
export const METHODS = ['src_wx', 'src_al', 'trans_al', 'gateway'] as const;
export type Method = (typeof METHODS)[number];
export const CURRENCIES = ['RMB', 'USD', 'EUR'];

/** Credit of it that can still go back. */
export const left = (r: Pick<Recharge, 'creditAmount' | 'refundAmount'>) => r.creditAmount - r.refundAmount;

/** Failure code of an underpaid recharge; the paid amount is credited. */
const SHORT = 'short';

/** Whether money was received, also when some of it went back since. */
export const paid = (r: Recharge) => r.creditAmount > 0 && (r.status === SUCCESS || r.reason === SHORT);

/** Money goes back by the way on which it came, and the gateway has no way back. */
export const refundable = (r: Recharge) => paid(r) && left(r) > 0 && r.paymentMethod !== 'gateway';

/** The longest reason that providers take. */
export const REASON = 80;
