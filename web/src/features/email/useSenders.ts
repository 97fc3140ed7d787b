import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import type { RecordOf } from '@/lib/api/types';

export type SenderOption = RecordOf<'/edm/sender/selector'>;

/** The senders that an order of this customer can have; undefined until they are known. */
export function useSenders(owner?: string): readonly SenderOption[] | undefined {
  const may = usePermission()('edm:sender:page');
  const query = { size: 100, customerId: owner || undefined };
  const { data } = useQuery({ ...get('/edm/sender/selector', { query }), enabled: may });
  return may ? data?.records?.filter((s) => s !== null) : [];
}
