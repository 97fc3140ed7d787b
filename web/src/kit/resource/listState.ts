import { TABLE } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';

export type ListState = {
  current: number;
  size: number;
  sort?: { field: string; order: 'ascend' | 'descend' };
  filters: Record<string, string>;
};

export type ListChange = {
  current?: number;
  size?: number;
  sort?: ListState['sort'] | null;
  filters?: Record<string, string>;
};

function positive(text: string | null, otherwise: number): number {
  const n = Number(text);
  return Number.isInteger(n) && n > 0 ? n : otherwise;
}

/** Reads a list's state from the address; what is missing or malformed is the default. */
export function readList(search: URLSearchParams, filters: readonly string[], prefix = ''): ListState {
  const of = (name: string) => search.get(prefix + name);
  const [, sign, field] = /^(-?)(\w+)$/.exec(of('sort') ?? '') ?? [];
  return {
    current: positive(of('page'), 1),
    size: Math.min(positive(of('size'), TABLE.size), 100),
    sort: field ? { field, order: sign ? 'descend' : 'ascend' } : undefined,
    filters: Object.fromEntries(filters.flatMap((f) => (of(f) ? [[f, of(f) as string]] : []))),
  };
}

/** Returns the address parameters of a change. Defaults are left out; any change but paging starts at page 1. */
export function writeList(change: ListChange, prefix = ''): Record<string, string | number | null> {
  const out: Record<string, string | number | null> = {};
  const put = (name: string, value: string | number | null) => {
    out[prefix + name] = value;
  };
  if (change.current === undefined || change.current === 1) put('page', null);
  else put('page', change.current);
  if (change.size !== undefined) put('size', change.size === TABLE.size ? null : change.size);
  if (change.sort !== undefined)
    put('sort', change.sort && (change.sort.order === 'descend' ? '-' : '') + change.sort.field);
  for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value || null);
  return out;
}

/** The state of a list, kept in the address: shared by a link, restored by going back. */
export function useListState(
  filters: readonly string[],
  prefix = '',
): [ListState, (change: ListChange, replace?: boolean) => void] {
  const { params, set } = useSearch();
  const change = (c: ListChange, replace = false) => set(writeList(c, prefix), { replace });
  return [readList(params, filters, prefix), change];
}
