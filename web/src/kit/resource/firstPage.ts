import { get } from '@/lib/api/query';
import type { Args, ListPath } from '@/lib/api/types';
import { TABLE } from '@/lib/constants';

/** Query of a list whose address has no parameters (`useList`). */
export const firstPage = (path: ListPath) =>
  get(path, ...([{ query: { current: 1, size: TABLE.size } }] as unknown as Args<'get', ListPath>));
