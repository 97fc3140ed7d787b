import type { BodyOf, RecordOf } from '@/lib/api/types';

export const PRICE_LIST = '/aty/customerinfo/price/charge/page';
export const PRICE_HISTORY_LIST = '/aty/customerinfo/price/charge/history/page';
/** Queries that a changed price makes stale besides the list. */
export const PRICE_RELATED = [
  '/aty/customerinfo/price/query',
  '/aty/customerinfo/price/grid',
  '/proxy/service/price/grid',
  PRICE_HISTORY_LIST,
] as const;
export type Price = RecordOf<typeof PRICE_LIST>;
export type Service = BodyOf<'post', '/aty/customerinfo/price/charge/save'>['service'];
export type PriceFormValues = { service: Service; countryCode: string; price: number };

/** Every country without a line of its own. */
export const ANYWHERE = '*';
/** The owner of the default prices. */
export const PLATFORM = 'platform';
/** The highest unit price (business-domain §5). */
export const MAX_PRICE = 10_000;
