import type { Data, RecordOf } from '@/kit/api/types';

export type Collection = RecordOf<'/aty/contactsgroup/page'>;
export type ImportStatus = Data<'get', '/aty/contactsgroup/{id}/import/{taskId}'>;

/** How a file is read: by which column, and whether the country's prefix is put before national numbers. */
export type ImportOptions = { column?: string; addPrefix?: boolean };

/** One import at a time (the server refuses a second one). */
export function importable(c: Collection): boolean {
  return c.status !== 'importing';
}
