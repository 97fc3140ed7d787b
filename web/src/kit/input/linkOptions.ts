import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';

/** The newest hundred shunting links of a kind, as options of a filter. */
export function useLinkOptions(kind: 'number' | 'group') {
  const links = useQuery(get('/shunt/link/selector', { query: { size: 100, kind } }));
  return (links.data?.records ?? []).map((link) => ({ value: link.id, label: link.name }));
}
