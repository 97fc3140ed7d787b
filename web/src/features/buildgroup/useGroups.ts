import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import type { QueryOf } from '@/lib/api/types';
import { GROUP_TILES, POLL } from '@/lib/constants';
import { isRunning } from '@/ordering/order';
import { useFinalRefetch } from '@/ordering/useFinalRefetch';
import type { GroupOrder } from './group';

export type Status = NonNullable<QueryOf<'/bgo/buildgroup/{id}/group/page'>['status']>;

/** Groups of an order, asked for again as long as something of it moves. */
export function useGroups(order: GroupOrder, current = 1, status: Status | '' = '') {
  const moves = isRunning(order);
  const groups = useQuery({
    ...get('/bgo/buildgroup/{id}/group/page', {
      path: { id: order.id },
      query: { current, size: GROUP_TILES, ...(status ? { status } : {}) },
    }),
    refetchInterval: moves && POLL.live,
    placeholderData: keepPreviousData,
  });
  useFinalRefetch(moves, groups.refetch);
  return groups;
}
