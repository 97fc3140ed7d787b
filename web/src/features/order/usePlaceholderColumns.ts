import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import { useFile } from '@/ordering/useFile';
import type { BulkOrderValues } from './request';

const EMPTY: readonly string[] = [];

/** Returns the columns of the form's recipients; each fills the placeholder of its name. */
export function usePlaceholderColumns(values: BulkOrderValues): readonly string[] {
  const may = usePermission()('aty:contactsgroup:page');
  const group = values.target === 'file' ? undefined : values.groupId?.id;
  const { read } = useFile(values);
  const collection = useQuery({
    ...get('/aty/contactsgroup/{id}', { path: { id: group ?? '' } }),
    enabled: may && group !== undefined,
    retry: false,
  });
  return (values.target === 'file' ? read.data?.columns : group && collection.data?.columns) || EMPTY;
}
