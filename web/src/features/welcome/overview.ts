import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '@/auth/session';
import { get } from '@/kit/api/query';
import type { Data } from '@/kit/api/types';

/** What was sent in a time, as far as the caller sees it. Rates are shares of 1. */
export type Overview = Data<'get', '/dmp/overview'>;

/** Days, as the server names them. */
export const PERIODS = ['7', '14', '30'] as const;
export type Period = (typeof PERIODS)[number];

export function useOverview(days: Period) {
  return useQuery({ ...get('/dmp/overview', { query: { days } }), placeholderData: keepPreviousData });
}

/** The five newest orders; nothing without permission. */
export function useLastOrders() {
  const can = useCan();
  const allowed = can('gc:groupsendorder:page');
  const list = useQuery({ ...get('/gc/groupsendorder/page', { query: { size: 5 } }), enabled: allowed });
  return { allowed, list, newcomer: list.data?.total === 0 };
}
