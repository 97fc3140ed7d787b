import { OVERSEAS, PAY, TOP_UP } from '@/core/constants';
import type { Args, Data } from '@/kit/api/types';
import type { PaymentState } from '@/kit/pay/PaymentResult';

export type Info = Data<'get', '/aty/recharge/info'>;
export type Way = NonNullable<Info['methods']>[number];
export type Opened = Data<'post', '/pay/order'>;
export type Wish = NonNullable<Args<'post', '/pay/order'>[0]>['body'];

/** The ways that are open to the caller, in two tabs; the build for overseas has none of them. */
export function tabsOf(info: Info): { scan: Way[]; transfer: Way[] } {
  const open = OVERSEAS ? [] : (info.methods ?? []);
  return { scan: open.filter((w) => w.kind === 'scan'), transfer: open.filter((w) => w.kind === 'page') };
}

/** A top-up as the server takes it (platform-services §3). */
export function wishOf(way: Way, amount: number): Wish {
  const { biz, payType } = way;
  return { amount, biz, payType, feeType: null, hash: null, rechargeType: TOP_UP.type } as Wish;
}

/** What is offered first to who lacks so much: whole credits, not below what the way takes. */
export function offered(missing: number | undefined, way: Way): number | undefined {
  if (!missing || missing <= 0) return undefined;
  return Math.min(Math.max(Math.ceil(missing), way.min), way.max, TOP_UP.most);
}

/** A page of the payment app is for one amount (platform-services §5), unless less than the least is sold. */
export const transferAmount = (way: Way) => Math.max(TOP_UP.transfer, way.min);

const STATES: Record<number, PaymentState> = { 1: 'pending', 2: 'success', 3: 'failed' };

/** 1 waiting, 2 success, 3 failure (platform-services §4). */
export const stateOf = (status: number | null): PaymentState => STATES[status ?? 1] ?? 'pending';

/** How a way is named in the messages. */
export const NAMES: Record<number, 'alipay' | 'wechat' | 'transfer' | 'gateway'> = {
  [PAY.alipay]: 'alipay',
  [PAY.wechat]: 'wechat',
  [PAY.transfer]: 'transfer',
  [PAY.gateway]: 'gateway',
};
