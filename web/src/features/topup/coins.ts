import type { Data } from '@/lib/api/types';
import { PAY } from '@/lib/constants';
import type { Info } from './methods';

export type Coin = { payType: number; name: 'trc20' | 'erc20' | 'omni' };
export type Pending = NonNullable<Data<'get', '/virtual/currency/order/recharge/check'>>;

const COINS: readonly Coin[] = [
  { payType: PAY.trc20, name: 'trc20' },
  { payType: PAY.erc20, name: 'erc20' },
  { payType: PAY.omni, name: 'omni' },
];

/** The chains to pay on: those that are open to the caller, and the one of an order that is open already. */
export const coinsOf = (info: Info, pending?: Pending): Coin[] =>
  COINS.filter(({ payType }) => info.usdt?.includes(payType) || pending?.payType === payType);
