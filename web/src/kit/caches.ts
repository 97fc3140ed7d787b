import type { QueryClient } from '@tanstack/react-query';
import { checkDicts } from './dict/useDict';
import { checkLovs } from './lov/cache';

/** Compares everything that is kept with the server; gives how many dictionaries and definitions had changed. */
export async function checkCaches(queries: QueryClient): Promise<number> {
  const changed = await Promise.all([checkDicts(queries), checkLovs(queries)]);
  return changed.flat().length;
}
