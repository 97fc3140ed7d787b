import { useQueries } from '@tanstack/react-query';
import { pageAt } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { useDebounced } from '@/lib/useDebounced';
import { type Found, SOURCES } from './sources';

/** Characters from which on rows are asked for, and the pause in typing before (ms). */
const LEAST = 2;
const PAUSE = 200;

export type FoundGroup = { page: MenuNode; rows: Found[] };

type Finds = { groups: FoundGroup[]; busy: boolean; failed: boolean };

/** Rows of all pages of the user that fit a text. A list that cannot be read is left out; `failed` tells so. */
export function useFound(menu: MenuNode[], typed: string): Finds {
  const wanted = typed.trim();
  const text = useDebounced(wanted, PAUSE);
  const able = SOURCES.flatMap(({ page, search }) => {
    const node = pageAt(menu, page);
    return node ? [{ node, search }] : [];
  });
  return useQueries({
    queries: able.map(({ node, search }) => ({
      queryKey: ['palette', node.path, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(text, signal) ?? [],
      enabled: text.length >= LEAST,
      staleTime: 10_000,
      meta: { quiet: true },
    })),
    combine: (all) => ({
      groups: able.flatMap(({ node }, i) => {
        const rows = all[i]?.data ?? [];
        return rows.length > 0 && text === wanted ? [{ page: node, rows }] : [];
      }),
      failed: all.some((q) => q.isError),
      busy: wanted.length >= LEAST && (text !== wanted || all.some((q) => q.isLoading)),
    }),
  });
}
