import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { ORDER_PATHS } from '@/lib/kinds';
import { invalidateCredit } from './credit';
import { invalidateNotices } from './notices';

type LiveOrder = {
  id: string;
  status: number;
  counts: Record<string, number>;
  funnel?: Data<'get', '/gc/groupsendorder/{id}'>['funnel'];
  heldByReason?: Record<string, number>;
};
type Page = Data<'get', '/gc/groupsendorder/page'>;

function isLive(data: unknown): data is LiveOrder {
  const d = data as LiveOrder | null;
  return typeof d?.id === 'string' && typeof d.status === 'number' && typeof d.counts === 'object';
}

/** Merges a live message into the cache. A new state changes more than the message contains, so the queries are invalidated. */
export function mergeOrder(queries: QueryClient, data: unknown) {
  if (!isLive(data)) return;
  for (const base of ORDER_PATHS) mergeInto(queries, base, data);
}

function mergeInto(queries: QueryClient, base: (typeof ORDER_PATHS)[number], data: LiveOrder) {
  const { id, status, counts, funnel } = data;
  const held = data.heldByReason && { heldByReason: data.heldByReason };
  const detail = keyOf(`${base}/{id}`, { path: { id } });
  const known = queries.getQueryData<Data<'get', '/gc/groupsendorder/{id}'>>(detail);
  if (known) queries.setQueryData(detail, { ...known, status, counts, ...held, funnel: funnel ?? known.funnel });

  let moved = known !== undefined && known.status !== status;
  // The message does not contain the results of a trial.
  const tried = known?.ab && JSON.stringify(known.counts) !== JSON.stringify(counts);
  if (tried && !moved) void queries.invalidateQueries({ queryKey: detail });

  const pages = keyOf(`${base}/page`);
  queries.setQueriesData<Page>({ queryKey: pages }, (page) => {
    const row = page?.records?.find((r) => r.id === id);
    if (!page || !row) return page;
    moved ||= row.status !== status;
    return {
      ...page,
      records: page.records?.map((r) => (r.id === id ? { ...r, status, counts, ...held } : r)) ?? null,
    };
  });
  if (!moved) return;
  void queries.invalidateQueries({ queryKey: detail });
  void queries.invalidateQueries({ queryKey: pages });
  void queries.invalidateQueries({ queryKey: keyOf('/pi/personal/info') });
}

/** Invalidates the queries that show the review queue. */
export function invalidateReviews(queries: QueryClient) {
  return Promise.all(
    [keyOf('/gc/review'), ...ORDER_PATHS.map((base) => keyOf(`${base}/page`)), keyOf('/gc/template/page')].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  );
}

/** A message arrived or was sent, or a conversation changed. */
export function invalidateInbox(queries: QueryClient) {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && path.startsWith('/gc/inbox/') && !path.endsWith('/file'),
  });
}

/** Refetches everything that may have been missed in a gap of the connection. */
export function resync(queries: QueryClient) {
  for (const base of ORDER_PATHS) {
    void queries.invalidateQueries({ queryKey: keyOf(`${base}/page`) });
    void queries.invalidateQueries({ queryKey: ['get', `${base}/{id}`] });
  }
  void queries.invalidateQueries({ queryKey: keyOf('/oauth/router') });
  void queries.invalidateQueries({ queryKey: keyOf('/gc/review') });
  void invalidateCredit(queries);
  void invalidateInbox(queries);
  void invalidateNotices(queries);
}
