import { useSearch } from '@/lib/router/navigate';

export type View = {
  /** The row that is shown, `?id=`. */
  id: string | null;
  /** The list that is shown, `?view=`; null is the first. */
  view: string | null;
  /** The address of a row. */
  href: (id: string) => string;
  /** Back to the list as it was left. */
  back: () => void;
  /** To another list: nothing of the address holds for it. */
  show: (view: string | null) => void;
};

/**
 * The views of a page: a list, one of its rows, another list. What is shown of a row keeps its state in the address behind `prefix`, its
 * tab as `tab`, and both go when it is left.
 */
export function useView(prefix: string): View {
  const { params, set, href } = useSearch();
  const without = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const names = [...params.keys()];
  return {
    id: params.get('id'),
    view: params.get('view'),
    href: (id) => href({ id }),
    back: () => set({ ...without(names.filter((name) => name === 'tab' || name.startsWith(prefix))), id: null }),
    show: (view) => set({ ...without(names), view }),
  };
}
