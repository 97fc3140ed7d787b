import { useQuery } from '@tanstack/react-query';
import { POLL } from '@/core/constants';
import { get } from '@/kit/api/query';
import { at, useKind } from './kind';

/** An order in figures; while it moves they are asked for again. */
export function useStat(id: string, busy: boolean) {
  return useQuery({
    ...get(at(useKind(), '/{id}/stat'), { path: { id } }),
    refetchInterval: busy && POLL.slow,
  });
}
