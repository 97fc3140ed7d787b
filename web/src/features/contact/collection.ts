import type { Data } from '@/kit/api/types';

export type Collection = Data<'get', '/aty/contactsgroup/{id}'>;
export type ImportStatus = Data<'get', '/aty/contactsgroup/{id}/import/{taskId}'>;

/** One import at a time (the server refuses a second one). */
export function importable(c: Collection): boolean {
  return c.status !== 'importing';
}
