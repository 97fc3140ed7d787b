import { figure } from '@/i18n/figures';
import type { RecordOf } from '@/kit/api/types';

export const LIST = '/pay/rate';
export const HISTORY = '/pay/rate/history';
export type Rate = RecordOf<typeof LIST>;
export type Told = RecordOf<typeof HISTORY>;

/** The currency that rates are in. */
export const YUAN = 'RMB';
export const CODES = ['USDT', 'USD', 'EUR'] as const;
/** The highest rate that is typed. */
export const MOST = 1_000_000;

/** Credit for one unit: 1 yuan is 100 credits (decisions §1). */
export const credit = (rate: number | null) => (rate === null ? null : Math.round(rate * 1e8) / 1e6);

/** A rate as it is: up to eight decimals, at least two. */
export function rateText(rate: number | null, locale: string): string {
  return rate === null ? '–' : figure(rate, locale, 2, 8);
}

/** What counted, oldest first, for a chart. What was not believed is no point of the line. */
export function points(told: readonly Pick<Told, 'rate' | 'held' | 'createTime'>[], label: (time: string) => string) {
  return told
    .filter((r) => !r.held && r.rate !== null)
    .toReversed()
    .map((r) => ({ time: label(r.createTime), rate: r.rate as number }));
}
