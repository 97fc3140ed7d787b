import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { useSession } from '@/auth/session';
import { isApiError } from '@/kit/api/error';
import { get } from '@/kit/api/query';
import { report } from '@/kit/feedback';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { quiet?: boolean };
  }
}

export const queryClient = new QueryClient({
  // A query shows its error in its place; only refusals are said aloud as well.
  queryCache: new QueryCache({
    onError: (e) => {
      if (isApiError(e) && e.status === 403) report(e);
    },
  }),
  mutationCache: new MutationCache({
    onError: (e, _input, _result, mutation) => {
      if (!mutation.meta?.quiet) report(e);
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, e) => failures < 1 && isApiError(e) && e.unanswered,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
  },
});

/** Nobody sees what somebody else asked for. The same user after an expired session does. */
let last = useSession.getState().info?.userId;
useSession.subscribe(({ info }) => {
  if (!info || info.userId === last) return;
  if (last !== undefined) queryClient.clear();
  last = info.userId;
});

export const menuQuery = { ...get('/oauth/router'), staleTime: Number.POSITIVE_INFINITY };

/** The menu of the signed-in user. */
export async function loadMenu() {
  return (await queryClient.ensureQueryData(menuQuery)) ?? [];
}
