import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import { browserCache } from '@/lib/cache';
import { CACHE_LIFE } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';
import { type DictData, type DictItem, typed, visible } from './parts';

const kept = browserCache<DictData>('dict_cache_');

/** Names are in the caller's language, and the entries depend on the caller. */
function ownerKey(): string {
  return `${useSession.getState().info?.userId ?? ''}_${usePrefs.getState().locale}_`;
}

type PendingLoad = { resolve: (d: DictData | null) => void; reject: (e: unknown) => void };
let waiting = new Map<string, PendingLoad[]>();

/** Codes that are wanted in the same breath are asked for in one call. */
function load(code: string): Promise<DictData | null> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(send, 0);
    waiting.set(code, [...(waiting.get(code) ?? []), { resolve, reject }]);
  });
}

async function send() {
  const batch = waiting;
  waiting = new Map();
  const owner = ownerKey();
  try {
    const query = { dictCodes: [[...batch.keys()].join(',')] };
    const found = await apiData('get', '/system/dict/data', { query });
    for (const [code, all] of batch) {
      const data = found?.find((d) => d.dictCode === code) ?? null;
      if (data) kept.put(owner + code, data);
      for (const one of all) one.resolve(data);
    }
  } catch (e) {
    for (const one of [...batch.values()].flat()) one.reject(e);
  }
}

function dictQuery(code: string, owner: string) {
  return queryOptions({
    queryKey: ['dict', owner, code],
    queryFn: () => load(code),
    staleTime: CACHE_LIFE,
    gcTime: Number.POSITIVE_INFINITY,
    initialData: () => kept.get(owner + code)?.data,
    initialDataUpdatedAt: () => kept.get(owner + code)?.at,
    meta: { quiet: true },
  });
}

export type Dict = {
  items: readonly DictItem[];
  /** The item of a value, as it came on the wire. */
  find: (value: string | number | boolean | null | undefined) => DictItem | undefined;
  /** For a select; the values have the dictionary's own type. */
  options: { value: string | number; label: string }[];
  loading: boolean;
};

/** A dictionary of the server: asked for when it is first wanted, kept for 7 days (platform-services §4, §9). */
export function useDict(code: string | undefined): Dict {
  const permissions = useSession((s) => s.permissions);
  const type = useSession((s) => s.attributes?.type);
  const user = useSession((s) => s.info?.userId ?? '');
  const locale = usePrefs((s) => s.locale);
  const q = useQuery({ ...dictQuery(code ?? '', `${user}_${locale}_`), enabled: Boolean(code && user) });
  const all = q.data?.dictItems ?? [];
  const items = code ? visible(code, all, { permissions, type }) : all;
  return {
    items,
    find: (value) => all.find((i) => i.value === String(value)),
    options: items.map((i) => {
      const value = typed(i);
      return { value: typeof value === 'boolean' ? i.value : value, label: i.name };
    }),
    loading: q.isLoading,
  };
}

/** Tells whether one of some dictionaries is asked for, for the first time. The first failure counts as an end. */
export function useDictsPending(codes: readonly string[]): boolean {
  const user = useSession((s) => s.info?.userId ?? '');
  const locale = usePrefs((s) => s.locale);
  const owner = `${user}_${locale}_`;
  return useQueries({
    queries: [...new Set(codes)].map((code) => ({ ...dictQuery(code, owner), enabled: Boolean(user) })),
    combine: (all) => all.some((q) => q.isLoading && q.errorUpdateCount === 0),
  });
}

/**
 * Compares what is kept with the server, and asks anew for what changed. Gives the codes that had changed.
 * The header's button does this, and every start of the console.
 */
export async function checkDicts(queries: QueryClient): Promise<string[]> {
  const owner = ownerKey();
  const codes = kept.keys().filter((k) => k.startsWith(owner));
  const hashes = Object.fromEntries(codes.map((k) => [k.slice(owner.length), kept.get(k)?.data.hashCode ?? '']));
  for (const q of queries.getQueriesData<DictData>({ queryKey: ['dict', owner] })) {
    if (q[1]) hashes[q[1].dictCode] = q[1].hashCode;
  }
  if (Object.keys(hashes).length === 0) return [];
  const changed = (await apiData('post', '/system/dict/invalid-hash', { body: hashes })) ?? [];
  for (const code of changed) {
    kept.drop(owner + code);
    await queries.invalidateQueries({ queryKey: ['dict', owner, code] });
  }
  return changed;
}
