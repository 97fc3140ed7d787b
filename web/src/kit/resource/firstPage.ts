import { TABLE } from '@/core/constants';
import { get } from '../api/query';
import type { Args, ListPath } from '../api/types';

/** Query of a list whose address has no parameters (`useList`). */
export const firstPage = (path: ListPath) =>
  get(path, ...([{ query: { current: 1, size: TABLE.size } }] as unknown as Args<'get', ListPath>));
