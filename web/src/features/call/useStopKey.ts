import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';

/** The key with which the called stop further calls; empty when there is none. */
export function useStopKey(): string {
  const { data } = useQuery({
    ...get('/lop/system/config/{key}', { path: { key: 'call.stop.key' } }),
    staleTime: 60_000,
    retry: false,
  });
  const key = String(data?.value ?? '');
  return key === 'none' ? '' : key;
}
