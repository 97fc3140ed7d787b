import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiData } from '@/lib/api/client';
import type { Data } from '@/lib/api/types';
import { browserCache } from '@/lib/cache';
import { useSession } from '@/lib/session';

export const VIEWS = '/pi/personal/info/view';
type AllViews = NonNullable<Data<'get', typeof VIEWS>>;
export type SavedView = NonNullable<AllViews[number]['views']>[number];

/** How long views count as current: another browser of the user may change them. */
const VIEWS_FRESH = 600_000;

// A list opens with its default view at once, before the server could tell it.
const kept = browserCache<AllViews>('views_cache_');

const viewsQuery = (user: string) =>
  queryOptions({
    queryKey: ['get', VIEWS] as const,
    queryFn: async ({ signal }) => {
      const data = await apiData('get', VIEWS, undefined, { signal });
      const views = Array.isArray(data) ? data : [];
      kept.put(user, views);
      return views;
    },
    staleTime: VIEWS_FRESH,
    initialData: () => kept.get(user)?.data,
    initialDataUpdatedAt: () => kept.get(user)?.at,
    meta: { quiet: true },
  });

const viewsOf = (all: AllViews | undefined, list: string) => all?.find((l) => l.list === list)?.views ?? [];

/** The user's views of a list; asked for when they are wanted. */
export function useViews(list: string): { views: SavedView[]; pending: boolean } {
  const user = useSession((s) => s.info?.userId ?? '');
  const { data, isPending } = useQuery({ ...viewsQuery(user), enabled: user !== '' });
  return { views: viewsOf(data, list), pending: isPending };
}

/** Query of the default view of a list, as this browser knows it when the list opens. */
export function useDefaultView(list: string | undefined): string | undefined {
  const user = useSession((s) => s.info?.userId ?? '');
  const [query] = useState(() =>
    list && user ? viewsOf(kept.get(user)?.data, list).find((v) => v.isDefault)?.query : undefined,
  );
  return query;
}
