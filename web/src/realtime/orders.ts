import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '@/kit/api/query';
import type { Data } from '@/kit/api/types';
import { staleNotices } from './notices';

type Live = { id: string; status: number; counts: Record<string, number> };
type Page = Data<'get', '/gc/groupsendorder/page'>;

function isLive(data: unknown): data is Live {
  const d = data as Live | null;
  return typeof d?.id === 'string' && typeof d.status === 'number' && typeof d.counts === 'object';
}

/** Lays a live message over what the pages show. A new state changes more than the message tells, so that is asked for. */
export function mergeOrder(queries: QueryClient, data: unknown) {
  if (!isLive(data)) return;
  const { id, status, counts } = data;
  const detail = keyOf('/gc/groupsendorder/{id}', { path: { id } });
  const known = queries.getQueryData<Data<'get', '/gc/groupsendorder/{id}'>>(detail);
  if (known) queries.setQueryData(detail, { ...known, status, counts });

  let moved = known !== undefined && known.status !== status;
  const pages = keyOf('/gc/groupsendorder/page');
  queries.setQueriesData<Page>({ queryKey: pages }, (page) => {
    const row = page?.records?.find((r) => r.id === id);
    if (!page || !row) return page;
    moved ||= row.status !== status;
    return { ...page, records: page.records?.map((r) => (r.id === id ? { ...r, status, counts } : r)) ?? null };
  });
  if (!moved) return;
  void queries.invalidateQueries({ queryKey: detail });
  void queries.invalidateQueries({ queryKey: pages });
  void queries.invalidateQueries({ queryKey: keyOf('/pi/personal/info') });
}

/** After a gap in the connection: what was missed is asked for. */
export function catchUp(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: keyOf('/gc/groupsendorder/page') });
  void queries.invalidateQueries({ queryKey: ['get', '/gc/groupsendorder/{id}'] });
  void queries.invalidateQueries({ queryKey: keyOf('/oauth/router') });
  void staleNotices(queries);
}
