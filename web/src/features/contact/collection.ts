import type { Data, RecordOf } from '@/kit/api/types';

export type Collection = RecordOf<'/aty/contactsgroup/page'>;
export type ImportStatus = Data<'get', '/aty/contactsgroup/{id}/import/{taskId}'>;

/** How a file is read: by which column, and whether the country's prefix is put before national numbers. */
export type Way = { column?: string; addPrefix?: boolean };

/** A screening that has not ended. */
export function screening(c: Collection): boolean {
  return ['waiting', 'queued', 'screening', 'stopping'].includes(c.screenStatus);
}

/** One import at a time (the server refuses a second one). */
export function importable(c: Collection): boolean {
  return c.status !== 'importing';
}
