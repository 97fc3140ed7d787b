import { useQuery } from '@tanstack/react-query';
import { useCan } from '@/auth/session';
import { callPath } from '@/kit/api/client';
import { get } from '@/kit/api/query';

/** What was sent in a time, as far as the caller sees it. Rates are shares of 1. */
export type Overview = {
  balance: number;
  reserved: number;
  orders: { running: number; review: number; total: number };
  sent: number;
  arrived: number;
  read: number;
  failed: number;
  deliveryRate: number;
  readRate: number;
  days: { date: string; sent: number; arrived: number; read: number; failed: number; cost: number }[] | null;
  countries: { countryCode: string; sent: number; arrived: number }[] | null;
};

export const PERIODS = [7, 14, 30] as const;
export type Period = (typeof PERIODS)[number];

export function useOverview(days: Period) {
  const query = { days };
  return useQuery({
    queryKey: ['get', '/dmp/overview', { query }],
    queryFn: ({ signal }) => callPath<Overview>('get', '/dmp/overview', { query }, { signal }),
    placeholderData: (before) => before,
  });
}

/** The five newest orders; nothing without permission. */
export function useLastOrders() {
  const can = useCan();
  const allowed = can('gc:groupsendorder:page');
  const list = useQuery({ ...get('/gc/groupsendorder/page', { query: { size: 5 } }), enabled: allowed });
  return { allowed, list, newcomer: list.data?.total === 0 };
}
