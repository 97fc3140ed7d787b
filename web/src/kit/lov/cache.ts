import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import { browserCache } from '@/lib/cache';
import { CACHE_LIFE } from '@/lib/constants';
import type { LovDefinition } from './definition';

/** The keyword under which a definition is tried before it is saved; the server has none of it (platform-services §4). */
export const PREVIEW = 'local_preview';

const kept = browserCache<LovDefinition>('lov_cache_');
const keyOf = (keyword: string) => ['lov', keyword] as const;

/** A definition that the server answered with, but not with one. */
export class LovError extends Error {
  override name = 'LovError';
}

async function load(keyword: string): Promise<LovDefinition> {
  if (keyword === PREVIEW) throw new LovError(PREVIEW);
  try {
    const found = await apiData('get', '/system/lov/data/{keyword}', { path: { keyword } });
    if (!found) throw new LovError(keyword);
    kept.put(keyword, found);
    return found;
  } catch (e) {
    console.warn('loading lov error', keyword, e);
    // The server's refusal is a broken configuration; a network that failed is only logged (platform-services §8).
    throw isApiError(e) && !e.unanswered ? new LovError(keyword) : e;
  }
}

/** A definition: memory, then the browser's storage, then the server; however many ask, one call runs. */
export function lovQuery(keyword: string) {
  return queryOptions({
    queryKey: keyOf(keyword),
    queryFn: () => load(keyword),
    staleTime: CACHE_LIFE,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    initialData: () => kept.get(keyword)?.data,
    initialDataUpdatedAt: () => kept.get(keyword)?.at,
  });
}

/** Lets pickers with the keyword local_preview show a definition that is not saved. */
export function setPreview(queries: QueryClient, definition: LovDefinition) {
  const preview = { ...definition, keyword: PREVIEW };
  kept.put(PREVIEW, preview);
  queries.setQueryData(keyOf(PREVIEW), preview);
}

export function deletePreview(queries: QueryClient) {
  kept.drop(PREVIEW);
  queries.removeQueries({ queryKey: keyOf(PREVIEW) });
}

/** Compares the stored update times with the server's and forgets what is old. Gives the keywords that were. */
export async function checkLovs(queries: QueryClient): Promise<string[]> {
  const keywords = kept.keys().filter((k) => k !== PREVIEW);
  const times = Object.fromEntries(
    keywords.flatMap((k) => {
      const found = kept.get(k)?.data;
      return found ? [[k, found.updateTime ?? '']] : [];
    }),
  );
  if (Object.keys(times).length === 0) return [];
  const stale = (await apiData('post', '/system/lov/check', { body: times })) ?? [];
  for (const keyword of stale) {
    kept.drop(keyword);
    await queries.invalidateQueries({ queryKey: keyOf(keyword) });
  }
  return stale;
}
