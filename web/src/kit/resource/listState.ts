import { useEffect, useState } from 'react';
import { TABLE } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';

export type ListState = {
  current: number;
  size: number;
  sort?: { field: string; order: 'ascend' | 'descend' };
  filters: Record<string, string>;
  /** The shown columns in their order, where the address names them: those of a saved view. */
  columns?: string[];
};

export type ListChange = {
  current?: number;
  size?: number;
  sort?: ListState['sort'] | null;
  filters?: Record<string, string>;
  columns?: string[] | null;
};

function positive(text: string | null, otherwise: number): number {
  const n = Number(text);
  return Number.isInteger(n) && n > 0 ? n : otherwise;
}

/** Reads a list's state from the address; what is missing or malformed is the default. */
export function readList(search: URLSearchParams, filters: readonly string[], prefix = ''): ListState {
  const of = (name: string) => search.get(prefix + name);
  const [, sign, field] = /^(-?)(\w+)$/.exec(of('sort') ?? '') ?? [];
  const columns = of('cols')?.split(',').filter(Boolean);
  return {
    ...(columns && { columns }),
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
  if (change.columns !== undefined) put('cols', change.columns?.join(',') ?? null);
  for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value || null);
  return out;
}

/** The names of a list's parameters in the address. */
const namesIn = (filters: readonly string[], prefix: string) =>
  ['page', 'size', 'sort', 'cols', ...filters].map((name) => prefix + name);

/** What a saved view keeps of a state: all but the page, as the address has it. */
export function queryOf({ current: _, ...state }: ListState, columns: string[] | null, prefix = ''): string {
  const kept = Object.entries(writeList({ ...state, columns }, prefix)).filter(([, value]) => value !== null);
  return String(new URLSearchParams(kept.map(([name, value]) => [name, String(value)])));
}

/** The address parameters of a saved view. Those of the list that it does not have are removed. */
export function viewChange(query: string, filters: readonly string[], prefix = ''): Record<string, string | null> {
  const of = new URLSearchParams(query);
  const names = namesIn(filters, prefix);
  return Object.fromEntries(names.map((name) => [name, name === `${prefix}page` ? null : of.get(name)]));
}

export type ListStateHandle = {
  state: ListState;
  change: (change: ListChange, replace?: boolean) => void;
  /** Shows a saved view. */
  apply: (query: string) => void;
};

/**
 * The state of a list, kept in the address: shared by a link, restored by going back. A list that is opened without any has the
 * state of its default view.
 */
export function useListState(filters: readonly string[], prefix = '', defaultView?: string): ListStateHandle {
  const { params, set } = useSearch();
  const isBare = () => namesIn(filters, prefix).every((name) => !params.has(name));
  const [opening, setOpening] = useState(() => (defaultView && isBare() ? defaultView : undefined));
  useEffect(() => {
    if (opening === undefined) return;
    set(viewChange(opening, filters, prefix), { replace: true });
    setOpening(undefined);
  });
  return {
    state: readList(opening === undefined ? params : new URLSearchParams(opening), filters, prefix),
    change: (c, replace = false) => set(writeList(c, prefix), { replace }),
    apply: (query) => set(viewChange(query, filters, prefix)),
  };
}
