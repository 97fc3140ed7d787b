import { PAY } from '@/core/constants';
import { type Gate, useMay } from '@/kit/access/Can';
import type { Data } from '@/kit/api/types';

export type Coin = { payType: number; name: 'trc20' | 'erc20' | 'omni'; gate: Gate };
export type Pending = NonNullable<Data<'get', '/virtual/currency/order/recharge/check'>>;

const COINS: readonly Coin[] = [
  { payType: PAY.trc20, name: 'trc20', gate: { permission: 'ustd:third:trc20' } },
  { payType: PAY.erc20, name: 'erc20', gate: { permission: 'ustd:third:erc20' } },
  { payType: PAY.omni, name: 'omni', gate: { permission: 'ustd:third:omni' } },
];

/** The chains that the caller may pay on (platform-services §6); staff hold no credit. */
export function useCoins(): Coin[] {
  const may = useMay();
  return COINS.filter((c) => may({ ...c.gate, types: [2, 3, 11] }));
}
