import { apiData } from '@/lib/api/client';
import type { Args, ListPath, RecordOf } from '@/lib/api/types';

const PAGE_SIZE = 100;
/** The most rows of one document. */
const LIMIT = 2_000;

/** Rows of a list for a document; fewer than `total` when there are more than a document holds. */
export type AllRows<R> = { rows: R[]; total: number; query: Record<string, unknown> };

/** Fetches the rows of a list that match a query, page by page. */
export async function allRows<P extends ListPath>(
  path: P,
  query: Record<string, unknown>,
  params?: object,
): Promise<AllRows<RecordOf<P>>> {
  const rows: RecordOf<P>[] = [];
  for (let current = 1; ; current++) {
    const input = { path: params, query: { ...query, current, size: PAGE_SIZE } };
    const page = (await apiData('get', path, ...([input] as unknown as Args<'get', P>))) as {
      records: RecordOf<P>[] | null;
      total: number;
    };
    rows.push(...(page.records ?? []));
    const end = (page.records ?? []).length < PAGE_SIZE || rows.length >= Math.min(page.total, LIMIT);
    if (end) return { rows, total: Math.max(page.total, rows.length), query };
  }
}
