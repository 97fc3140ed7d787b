import type { PaymentState } from '@/kit/pay/PaymentResult';
import type { Args, Data } from '@/lib/api/types';
import { OVERSEAS, PAY, TOP_UP } from '@/lib/constants';

export type Info = Data<'get', '/aty/recharge/info'>;
export type TopUpMethod = NonNullable<Info['methods']>[number];
export type Currency = NonNullable<TopUpMethod['currencies']>[number];
export type Opened = Data<'post', '/pay/order'>;
export type TopUpRequest = NonNullable<Args<'post', '/pay/order'>[0]>['body'];

/** The ways that are open to the caller, in two tabs; the build for overseas has none of them. */
export function tabsOf(info: Info): { scan: TopUpMethod[]; transfer: TopUpMethod[] } {
  const open = OVERSEAS ? [] : (info.methods ?? []);
  return { scan: open.filter((w) => w.kind === 'scan'), transfer: open.filter((w) => w.kind === 'page') };
}

/** The currency of a way that names none. */
export const YUAN: Currency = { currency: 'RMB', rate: 1 };
export const currenciesOf = (way: TopUpMethod): Currency[] => (way.currencies?.length ? way.currencies : [YUAN]);

const RATE_ONE = 100_000_000;

/** Returns the price of whole credits at a rate, in 1/100 of the currency's unit, rounded up as the server does. */
export function centsOf(credits: number, { rate }: Currency): number {
  const scaled = BigInt(Math.round(rate * RATE_ONE));
  return Number((BigInt(Math.trunc(credits)) * BigInt(RATE_ONE) + scaled - 1n) / scaled);
}

/** A top-up as the server takes it (platform-services §3). In another currency it says what the payer was told to pay. */
export function toTopUpRequest(way: TopUpMethod, amount: number, currency: Currency = YUAN): TopUpRequest {
  const { biz, payType } = way;
  const told =
    currency.currency === 'RMB' ? {} : { currency: currency.currency, payAmount: centsOf(amount, currency) / 100 };
  return { amount, biz, payType, feeType: null, hash: null, rechargeType: TOP_UP.type, ...told } as TopUpRequest;
}

/** The suggested amount for missing credits: whole credits, at least the minimum of the method. */
export function offeredAmount(missing: number | undefined, way: TopUpMethod): number | undefined {
  if (!missing || missing <= 0) return undefined;
  return Math.min(Math.max(Math.ceil(missing), way.min), way.max, TOP_UP.most);
}

/** A page of the payment app is for one amount (platform-services §5), unless less than the least is sold. */
export const transferAmount = (way: TopUpMethod) => Math.max(TOP_UP.transfer, way.min);

const STATES: Record<number, PaymentState> = { 1: 'pending', 2: 'success', 3: 'failed' };

/** 1 waiting, 2 success, 3 failure (platform-services §4). */
export const stateOf = (status: number | null): PaymentState => STATES[status ?? 1] ?? 'pending';

/** Message keys of the payment methods. */
export const NAMES: Record<number, 'alipay' | 'wechat' | 'transfer' | 'gateway'> = {
  [PAY.alipay]: 'alipay',
  [PAY.wechat]: 'wechat',
  [PAY.transfer]: 'transfer',
  [PAY.gateway]: 'gateway',
};
