import { useQuery } from '@tanstack/react-query';
import { get } from '@/kit/api/query';

/** What a group may be, and who makes groups. */
export function useScale(enabled = true) {
  return useQuery({ ...get('/bgo/buildgroup/buildGroupScale'), enabled, staleTime: 60_000 });
}
