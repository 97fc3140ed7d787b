import { useQuery } from '@tanstack/react-query';
import { POLL } from '@/core/constants';
import { get } from '@/kit/api/query';
import { endpoint, useKind } from './kind';
import { useLastLook } from './useLastLook';

/** An order in figures; while it moves they are asked for again. */
export function useStat(id: string, busy: boolean) {
  const stat = useQuery({
    ...get(endpoint(useKind(), '/{id}/stat'), { path: { id } }),
    refetchInterval: busy && POLL.slow,
  });
  useLastLook(busy, stat.refetch);
  return stat;
}
