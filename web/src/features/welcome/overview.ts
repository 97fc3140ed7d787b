import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { dayAtEight, dayStart } from '@/lib/format';

/** The low-balance alert of the user. */
export const ALERT = '/aty/customerinfo/balance/alert';

/** Figures of sent messages in a period, within the caller's scope. Rates are fractions of 1. */
export type Overview = Data<'get', '/dmp/overview'>;

/** Days, as the server names them. */
export const PERIODS = ['7', '14', '30'] as const;
export type Period = (typeof PERIODS)[number];

export function useOverview(days: Period) {
  return useQuery({ ...get('/dmp/overview', { query: { days } }), placeholderData: keepPreviousData });
}

/** The five newest orders; nothing without permission. */
export function useLastOrders() {
  const can = usePermission();
  const allowed = can('gc:groupsendorder:page');
  const list = useQuery({ ...get('/gc/groupsendorder/page', { query: { size: 5 } }), enabled: allowed });
  return { allowed, list, newcomer: list.data?.total === 0 };
}

/** Orders that wait for their start, send or are paused. */
export function useRunning() {
  const can = usePermission();
  const allowed = can('gc:groupsendorder:page');
  const query = { size: 5, status: '2,3,4' };
  // Live messages reach the owner of an order alone.
  const list = useQuery({ ...get('/gc/groupsendorder/page', { query }), enabled: allowed, refetchInterval: POLL.slow });
  return { allowed, list };
}

/** Orders under review, for reviewers: those that wait longest first. */
export function useWaiting() {
  const can = usePermission();
  const allowed = can('gc:groupsendorder:page') && can('gc:groupsendorder:review');
  const query = { size: 5, status: '1', sortFields: ['createTime'], sortOrders: ['ascend' as const] };
  return { allowed, list: useQuery({ ...get('/gc/groupsendorder/page', { query }), enabled: allowed }) };
}

/** The five newest customers, and how many came in the last seven days. */
export function useNewCustomers() {
  const can = usePermission();
  const allowed = can('aty:customerinfo:page');
  const since = dayStart(dayAtEight(new Date(Date.now() - 6 * 86_400_000)));
  const list = useQuery({ ...get('/aty/customerinfo/page', { query: { size: 5 } }), enabled: allowed });
  const fresh = useQuery({
    ...get('/aty/customerinfo/page', { query: { size: 1, createTimeStart: since } }),
    enabled: allowed,
  });
  return { allowed, list, total: list.data?.total, fresh: fresh.data?.total ?? 0 };
}

/** Customers by spending of the last two weeks, and customers that ordered before but not since. */
export function useBuyers() {
  const can = usePermission();
  const allowed = can('dmp:customers:page');
  return { allowed, list: useQuery({ ...get('/dmp/customers'), enabled: allowed }) };
}

/** The work of staff by permission: review orders, keep the books, sell. */
export function useWork() {
  const can = usePermission();
  return {
    reviews: can('gc:groupsendorder:review'),
    books: can('aty:ledger:reconcile'),
    sells: can('aty:customerinfo:getsalecustomer'),
  };
}

/** Whether the user follows leads up: sales staff, and staff who may do all. */
export function useSellsLeads() {
  const can = usePermission();
  return can('channel:lead:edit');
}

/** Whether the user has the role of a promoter. An admin may see what promoters see, and is none. */
export function usePromotes() {
  return usePermission()({ role: 'promoter', permission: 'channel:own:page' });
}
