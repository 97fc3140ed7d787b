import { TABLE } from '@/core/constants';
import { get } from '../api/query';
import type { Args, ListPath } from '../api/types';

/** What a list asks for when its address has no parameters (`useList`). */
export const firstPage = (path: ListPath) =>
  get(path, ...([{ query: { current: 1, size: TABLE.size } }] as unknown as Args<'get', ListPath>));
