import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/kit/api/query';

/** The languages that recordings may be in, by name; one that nobody names is its code. */
export function useLanguages() {
  const may = usePermission()('call:recording:page');
  const { data } = useQuery({ ...get('/call/language/selector', { query: { size: 100 } }), enabled: may });
  return { nameOf: (code: string) => data?.records?.find((l) => l.code === code)?.name ?? code };
}
