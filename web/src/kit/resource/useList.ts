import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '@/lib/api/query';
import type { Args, ListPath, RecordOf } from '@/lib/api/types';
import { dayOf } from '@/lib/dayPresets';
import { dayEnd, dayStart } from '@/lib/format';
import { type ListChange, type ListState, useListState } from './listState';

/** Sums of the amounts of all rows that match a filter. */
export type Sums = { in: number; out: number };
type Page<R> = { records: R[] | null; total: number; more?: boolean; sums?: Sums };

type Options<R> = {
  filters?: readonly string[];
  /** Filters that are days (yyyy-mm-dd at +08:00) in the address and instants in the request. */
  days?: readonly string[];
  /** Prefix of this list's parameters in the address. */
  prefix?: string;
  /** Query of the saved view with which the list opens. */
  defaultView?: string;
  /** Milliseconds between two looks; none when false. May depend on the rows. */
  every?: number | false | ((rows: R[]) => number | false);
  /** Parameters that the address does not show. */
  fixed?: object;
  path?: object;
};

export type List<R> = {
  rows: R[] | undefined;
  total: number;
  /** Older rows exist that a filter or another order did not examine. */
  more?: boolean;
  sums?: Sums;
  state: ListState;
  change: (c: ListChange) => void;
  /** Shows a saved view. */
  apply: (query: string) => void;
  error: unknown;
  /** The first page has not loaded yet. */
  pending: boolean;
  /** The rows are those of the search, the order or the page before. */
  outdated: boolean;
  /** Rows are shown, newer ones are on their way. */
  fetching: boolean;
  refresh: () => void;
  /** Filters and order as request parameters; an export of this list sends the same. */
  wanted: Record<string, unknown>;
};

function intervalOf<R>(every: Options<R>['every'], rows: R[] | undefined): number | false {
  return typeof every === 'function' ? every(rows ?? []) : (every ?? false);
}

/** Returns the address's filters as the API expects them; an invalid day is left out. */
export function toApi(filters: Record<string, string>, days: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      if (!days.includes(name)) return [[name, value]];
      const end = name.endsWith('End');
      const day = dayOf(value, end);
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return [];
      return [[name, end ? dayEnd(day) : dayStart(day)]];
    }),
  );
}

/** A list of the server with its state in the address. */
export function useList<P extends ListPath>(path: P, of: Options<RecordOf<P>> = {}): List<RecordOf<P>> {
  const { state, change, apply } = useListState(of.filters ?? [], of.prefix, of.defaultView);
  const wanted = {
    sortFields: state.sort && [state.sort.field],
    sortOrders: state.sort && [state.sort.order],
    ...of.fixed,
    ...toApi(state.filters, of.days),
  };
  const query = { current: state.current, size: state.size, ...wanted };
  // The path's own types are checked where the list is declared; here any list will do.
  const input = (of.path ? { path: of.path, query } : { query }) as unknown as Args<'get', P>[0];
  const options = get(path, ...([input] as unknown as Args<'get', P>));
  const q = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      intervalOf(of.every, (data as Page<RecordOf<P>> | undefined)?.records ?? undefined),
  });
  const page = q.data as Page<RecordOf<P>> | undefined;

  // The last row of a page may be gone by now: step back (platform-services §8).
  const emptied = page && (page.records ?? []).length === 0 && state.current > 1 && !q.isPlaceholderData;
  const last = page ? Math.max(1, Math.ceil(page.total / state.size)) : 1;
  useEffect(() => {
    if (emptied) change({ current: Math.min(last, state.current - 1) }, true);
  });

  return {
    rows: page && (page.records ?? []),
    total: page?.total ?? 0,
    more: page?.more ?? false,
    sums: page?.sums,
    state,
    change: (c) => change(c),
    apply,
    error: q.error,
    pending: q.isPending,
    outdated: q.isPlaceholderData,
    fetching: q.isFetching,
    refresh: () => void q.refetch(),
    wanted,
  };
}
