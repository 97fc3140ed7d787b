import type { Data, RecordOf } from '@/lib/api/types';

export const DOMAIN_LIST = '/domain/page';
export const DOMAIN = '/domain/{id}';

export type Domain = RecordOf<typeof DOMAIN_LIST>;
export type Detail = Data<'get', typeof DOMAIN>;
export type DnsRecord = Detail['records'][number];

/** A domain that is for email and has no DKIM records yet: they come with its first check. */
export const lacksKeys = (d: Detail) =>
  d.uses.includes('email') && d.checkTime === null && !d.records.some((r) => r.purpose === 'dkim');
