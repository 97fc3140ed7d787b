import { useState } from 'react';
import { useSession } from '@/lib/session';
import { safeStorage } from '@/lib/storage';
import type { TableSize } from '@/ui/Table';
import type { Column } from './columns';

/** A user's settings of a list: the hidden columns, the order of all, chosen widths, and the height of the rows. */
export type ColumnPrefs = { hidden: string[]; order: string[]; widths: Record<string, number>; size: TableSize };

const EMPTY_PREFS: ColumnPrefs = { hidden: [], order: [], widths: {}, size: 'middle' };

function read(key: string): ColumnPrefs | null {
  try {
    const kept = JSON.parse((safeStorage.getItem(key) as string | null) ?? 'null');
    return Array.isArray(kept?.hidden) && Array.isArray(kept?.order) ? { ...EMPTY_PREFS, ...kept } : null;
  } catch {
    return null;
  }
}

/** Columns in the chosen order; those that came after the choice was made keep their place behind their neighbour. */
export function ordered<C extends { field: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const known = order.flatMap((f) => columns.find((c) => c.field === f) ?? []);
  for (const [i, c] of columns.entries()) {
    if (known.includes(c)) continue;
    const before = i === 0 ? -1 : known.indexOf(columns[i - 1] as C);
    known.splice(before + 1, 0, c);
  }
  return known;
}

/** Settings that show some columns in their order, as a saved view names them. */
function prefsOf<R>(shown: readonly string[], columns: Column<R>[], prefs: ColumnPrefs): ColumnPrefs {
  const fields = columns.map((c) => c.field);
  return { ...prefs, order: [...shown], hidden: fields.filter((f) => !shown.includes(f)) };
}

/**
 * Column settings of a list, kept per user in the browser. `list` names the list. `view` are the columns of a saved view, which
 * stand instead until the user chooses others: `leaveView` is called then.
 */
export function useColumnPrefs<R>(
  list: string,
  columns: Column<R>[],
  view?: readonly string[],
  leaveView?: () => void,
) {
  const user = useSession((s) => s.info?.userId ?? '');
  const key = `columns_${user}_${list}`;
  const standard = { ...EMPTY_PREFS, hidden: columns.filter((c) => c.hidden).map((c) => c.field) };
  const [chosen, setChosen] = useState(() => read(key));
  const prefs = view ? prefsOf(view, columns, chosen ?? standard) : (chosen ?? standard);
  const set = (next: ColumnPrefs | null) => {
    if (view) leaveView?.();
    setChosen(next);
    if (next) safeStorage.setItem(key, JSON.stringify(next));
    else safeStorage.removeItem(key);
  };
  const all = ordered(columns, prefs.order);
  return {
    all,
    shown: all.filter((c) => c.fixed || !prefs.hidden.includes(c.field)),
    widths: prefs.widths,
    size: prefs.size,
    changed: chosen !== null || view !== undefined,
    setSize: (size: TableSize) => set({ ...prefs, size }),
    /** Sets the width of a column; null fits it to its content. */
    setWidth: (field: string, width: number | null) => {
      const { [field]: _, ...others } = prefs.widths;
      set({ ...prefs, widths: width === null ? others : { ...others, [field]: width } });
    },
    toggle: (field: string) =>
      set({
        ...prefs,
        hidden: prefs.hidden.includes(field) ? prefs.hidden.filter((f) => f !== field) : [...prefs.hidden, field],
      }),
    /** One place up (-1) or down (1). */
    move: (field: string, by: -1 | 1) => {
      const order = all.map((c) => c.field);
      const from = order.indexOf(field);
      const to = from + by;
      if (to < 0 || to >= order.length) return;
      order.splice(to, 0, ...order.splice(from, 1));
      set({ ...prefs, order });
    },
    reset: () => set(null),
  };
}

export type ColumnChoice<R> = ReturnType<typeof useColumnPrefs<R>>;
