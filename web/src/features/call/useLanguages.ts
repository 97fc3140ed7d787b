import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';

/** The languages of recordings by name; a language without a name is shown by its code. */
export function useLanguages() {
  const may = usePermission()('call:recording:page');
  const { data } = useQuery({ ...get('/call/language/selector', { query: { size: 100 } }), enabled: may });
  return { nameOf: (code: string) => data?.records?.find((l) => l.code === code)?.name ?? code };
}
