import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';

/** The setting without which the loads and clicks of no email are counted. */
const TRACKING = 'email.tracking';

/** Whether the platform counts loads and clicks of emails, and when that was last changed. It does until it is known otherwise. */
export function useTracking(): { on: boolean; changed?: string } {
  const { data } = useQuery({
    ...get('/lop/system/config/{key}', { path: { key: TRACKING } }),
    staleTime: 60_000,
    retry: false,
  });
  return { on: data?.value !== false, changed: data?.updateTime ?? undefined };
}
