import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { isRunning } from '@/ordering/order';
import { useFinalRefetch } from '@/ordering/useFinalRefetch';

/** What the results need of an email order. */
export type ResultOrder = Pick<
  Data<'get', '/edm/order/{id}'>,
  'id' | 'status' | 'format' | 'beginTime' | 'trackLoads' | 'trackClicks' | 'ab'
>;
export type EmailFunnel = NonNullable<Data<'get', '/edm/order/{id}/stat'>['funnel']>;
export type LinkFigures = NonNullable<Data<'get', '/edm/order/{id}/links'>['records']>[number];
export type MailboxFigures = NonNullable<Data<'get', '/edm/order/{id}/mailboxes'>['records']>[number];
export type ActivityPoint = NonNullable<Data<'get', '/edm/order/{id}/activity'>['points']>[number];
export type Unit = 'hour' | 'day';

/** Recipients load and click for weeks after an order has ended, so it is asked for again then, too. */
const every = (order: ResultOrder) => (isRunning(order) ? POLL.slow : POLL.idle);

/** The order in figures. */
export function useResult(order: ResultOrder) {
  const stat = useQuery({
    ...get('/edm/order/{id}/stat', { path: { id: order.id } }),
    refetchInterval: every(order),
  });
  useFinalRefetch(isRunning(order), stat.refetch);
  return stat;
}

/** Loads, clicks and unsubscriptions over time, and devices. Without a unit the server chooses one. */
export function useActivity(order: ResultOrder, unit?: Unit) {
  return useQuery({
    ...get('/edm/order/{id}/activity', { path: { id: order.id }, query: unit ? { unit } : {} }),
    refetchInterval: every(order),
    placeholderData: (before) => before,
  });
}

/** Clicks by link. */
export function useLinks(order: ResultOrder) {
  return useQuery({ ...get('/edm/order/{id}/links', { path: { id: order.id } }), refetchInterval: every(order) });
}

/** Figures by mailbox provider. All addresses of an order are read for it, so it is asked for less often. */
export function useMailboxes(order: ResultOrder) {
  return useQuery({ ...get('/edm/order/{id}/mailboxes', { path: { id: order.id } }), refetchInterval: POLL.idle });
}

export type Variant = 'a' | 'b';

/** The email of an order; the address of each link names its number. */
export function useNumbered(order: ResultOrder, variant: Variant) {
  return useQuery({
    ...get('/edm/order/{id}/preview', { path: { id: order.id }, query: { links: 'numbers', variant } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A share that is 0 when there is no whole. */
export const shareOf = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
