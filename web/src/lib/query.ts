import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { browserCache } from './cache';
import { showError } from './notifier';
import { useSession } from './session';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { quiet?: boolean };
  }
}

/** Queries whose refusal was reported; a polling query is refused again and again. */
const refused = new Set<string>();

export const queryClient = new QueryClient({
  // A query shows its error in its place; only refusals are said aloud as well.
  queryCache: new QueryCache({
    onError: (e, { queryHash }) => {
      if (!isApiError(e) || e.status !== 403 || refused.has(queryHash)) return;
      refused.add(queryHash);
      showError(e);
    },
    onSuccess: (_, { queryHash }) => void refused.delete(queryHash),
  }),
  mutationCache: new MutationCache({
    onError: (e, _input, _result, mutation) => {
      if (!mutation.meta?.quiet) showError(e);
    },
  }),
  // A call without a network fails at once; TanStack's default would hold it and send it later, when its form is cancelled.
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: (failures, e) => failures < 1 && isApiError(e) && e.unanswered,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
  },
});

/** Clears the cache when another user signs in. The same user keeps it after an expired session. */
let last = useSession.getState().info?.userId;
useSession.subscribe(({ info }) => {
  if (!info || info.userId === last) return;
  if (last !== undefined) {
    queryClient.clear();
    refused.clear();
  }
  last = info.userId;
});

const kept = browserCache<Data<'get', '/oauth/router'>>('menu_');
const owner = () => useSession.getState().info?.userId ?? '';
const asked = get('/oauth/router');

/** The menu of the signed-in user; at the start the one of the last visit, which `checkMenu` compares. */
export const menuQuery = queryOptions({
  ...asked,
  queryFn: async ({ signal }) => {
    const user = owner();
    const menu = await apiData('get', '/oauth/router', undefined, { signal });
    if (user) kept.put(user, menu);
    return menu;
  },
  staleTime: Number.POSITIVE_INFINITY,
  initialData: () => kept.get(owner())?.data,
  initialDataUpdatedAt: () => kept.get(owner())?.at,
});

/** The menu as nodes; none is an empty one. */
export async function loadMenu() {
  return (await queryClient.ensureQueryData(menuQuery)) ?? [];
}

/** Refetches the menu when the cached one is from the last visit. */
export function checkMenu() {
  if (queryClient.getQueryState(menuQuery.queryKey)?.dataUpdateCount === 0)
    void queryClient.invalidateQueries({ queryKey: menuQuery.queryKey });
}
