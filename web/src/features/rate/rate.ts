import type { RecordOf } from '@/lib/api/types';
import { figure } from '@/lib/i18n/figures';

export const RATE_LIST = '/pay/rate';
export const RATE_HISTORY_LIST = '/pay/rate/history';
export type Rate = RecordOf<typeof RATE_LIST>;
export type ReportedRate = RecordOf<typeof RATE_HISTORY_LIST>;

/** The currency that rates are in. */
export const YUAN = 'RMB';
export const RATE_CURRENCIES = ['USDT', 'USD', 'EUR'] as const;
/** The highest rate that is typed. */
export const MAX_RATE = 1_000_000;

/** Credit for one unit: 1 yuan is 100 credits (decisions §1). */
export const credit = (rate: number | null) => (rate === null ? null : Math.round(rate * 1e8) / 1e6);

/** A rate as text: two to eight decimals. */
export function rateText(rate: number | null, locale: string): string {
  return rate === null ? '–' : figure(rate, locale, 2, 8);
}

/** Returns the accepted rates, oldest first, for a chart. Rejected rates are no points of the line. */
export function points(
  told: readonly Pick<ReportedRate, 'rate' | 'held' | 'createTime'>[],
  label: (time: string) => string,
) {
  return told
    .filter((r) => !r.held && r.rate !== null)
    .toReversed()
    .map((r) => ({ time: label(r.createTime), rate: r.rate as number }));
}
