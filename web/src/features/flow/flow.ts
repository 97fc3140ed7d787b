import type { BodyOf, RecordOf } from '@/lib/api/types';

export const FLOW_LIST = '/aty/accountstatement/page';
export type Line = RecordOf<typeof FLOW_LIST>;
export type BusinessType = BodyOf<'post', '/aty/accountstatement'>['businessType'];
export type FlowFormValues = { userId?: string; businessType: BusinessType; amount: number; remark?: string };

/** Business types of lines that are written or corrected by hand; orders write `pay` and `refund` themselves. */
export const BUSINESS_TYPES: readonly BusinessType[] = [
  'recharge',
  'platformRecharge',
  'compensate',
  'discount',
  'rebate',
  'gift',
  'withdrawal',
];

/** A line that can be corrected: it belongs to no order and reverses no other line. */
export const correctable = (l: Line) => (BUSINESS_TYPES as readonly string[]).includes(l.businessType) && !l.reverses;

/** The sign that an amount of a kind has: what goes out is below 0, a correction or a discount either (decisions §4). */
export function signFits(kind: BusinessType | undefined, amount: number): boolean {
  if (kind === 'withdrawal') return amount < 0;
  return kind === 'compensate' || kind === 'discount' ? amount !== 0 : amount > 0;
}

/** The most that a line moves, in either direction. */
export const MAX_AMOUNT = 99_999_999_999.99;

type Sum = { businessType: string; amount: number; count: number };

/** Sums for a chart with one bar a type: credits and debits, the largest first. */
export function byType(types: readonly Sum[], nameOf: (type: string) => string) {
  return types
    .filter((s) => s.count > 0)
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .map((s) => ({ type: nameOf(s.businessType), in: Math.max(0, s.amount), out: Math.max(0, -s.amount) }));
}
