import type { BodyOf, RecordOf } from '@/kit/api/types';

export const LIST = '/aty/customerinfo/price/charge/page';
export const HISTORY = '/aty/customerinfo/price/charge/history/page';
/** What a changed price makes stale besides the list. */
export const CHANGES = ['/aty/customerinfo/price/query', HISTORY] as const;
export type Price = RecordOf<typeof LIST>;
export type Service = BodyOf<'post', '/aty/customerinfo/price/charge/save'>['service'];
export type Values = { service: Service; countryCode: string; price: number };

/** Every country without a line of its own. */
export const ANYWHERE = '*';
/** The owner of the default prices. */
export const PLATFORM = 'platform';
/** The highest unit price (business-domain §5). */
export const MOST = 10_000;
