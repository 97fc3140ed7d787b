import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { endpoint, useOrderKind } from './kind';
import { useFinalRefetch } from './useFinalRefetch';

/** An order in figures; while it moves they are asked for again. */
export function useStat(id: string, busy: boolean) {
  const stat = useQuery({
    ...get(endpoint(useOrderKind(), '/{id}/stat'), { path: { id } }),
    refetchInterval: busy && POLL.slow,
  });
  useFinalRefetch(busy, stat.refetch);
  return stat;
}
