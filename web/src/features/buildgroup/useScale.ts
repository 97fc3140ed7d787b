import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';

/** The limits of a group, and the available providers. */
export function useScale(enabled = true) {
  return useQuery({ ...get('/bgo/buildgroup/buildGroupScale'), enabled, staleTime: 60_000 });
}
