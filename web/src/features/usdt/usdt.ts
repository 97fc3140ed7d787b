import type { Data, RecordOf } from '@/lib/api/types';
import { figure } from '@/lib/i18n/figures';

export const USDT_ORDER_LIST = '/virtual/currency/order/recharge';
export const ADDRESSES = '/virtual/currency/address/page';
export const STOCK = '/virtual/currency/address/stock';
export type Order = RecordOf<typeof USDT_ORDER_LIST>;
export type Address = RecordOf<typeof ADDRESSES>;
export type Detail = Data<'get', '/virtual/currency/order/recharge/{id}'>;

export const PLATFORMS = ['TRONSCAN', 'ETHEREUM', 'OMNI'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Public explorers of transactions. */
const EXPLORERS: Record<Platform, string> = {
  TRONSCAN: 'https://tronscan.org/#/transaction/',
  ETHEREUM: 'https://etherscan.io/tx/',
  OMNI: 'https://omniexplorer.info/tx/',
};

export const explorer = (o: Pick<Order, 'platform' | 'hash'>) => EXPLORERS[o.platform] + o.hash;

/** Whether a hash is being checked: meanwhile no other hash can be submitted and the order cannot be closed. */
export const checking = (o: Pick<Order, 'status'>) => o.status === 'submitted' || o.status === 'confirming';

/** Whether the order accepts a hash. */
export const takesHash = (o: Pick<Order, 'status'>) => !checking(o) && o.status !== 'credited';

/** Returns whether the order can be abandoned. */
export const canEnd = (o: Pick<Order, 'status'>) => o.status === 'waiting' || o.status === 'rejected';

/** Pasted addresses: one a line, or separated by commas. */
export const addressesOf = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** The most addresses of one import. */
export const MAX_ADDRESSES = 1000;

/** An amount of USDT as text: two to six decimals. */
export const coinsText = (n: number, locale: string) => figure(n, locale, 2, 6);
