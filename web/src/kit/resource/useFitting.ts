import { type RefObject, useLayoutEffect, useState } from 'react';
import { browserCache } from '@/lib/cache';
import type { Filter } from './Filters';

/** Minimum widths of filters, and the space between two; they match the style sheet. */
const WIDTH = { days: 220, other: 150, gap: 8, more: 44 } as const;
const widthOf = (f: Filter) => (f.kind === 'days' ? WIDTH.days : WIDTH.other) + WIDTH.gap;

/** Returns how many filters fit into a row of a given width, beside the button for the others if there are any. */
export function fitting(filters: readonly Filter[], room: number): number {
  const ends: number[] = [];
  for (const f of filters) ends.push((ends.at(-1) ?? 0) + widthOf(f));
  if ((ends.at(-1) ?? 0) - WIDTH.gap <= room) return filters.length;
  return Math.max(1, ends.filter((end) => end + WIDTH.more <= room + WIDTH.gap).length);
}

/**
 * Cached widths of filter rows by page and window width. Measuring before the first layout would make the browser lay
 * out twice.
 */
const rooms = browserCache<number>('room_');

const keyOf = (list: string) => `${window.location.pathname}:${list}:${window.outerWidth}`;

/** Returns the fitting number of filters of a rendered row; null on a phone, where the style sheet folds the row. */
export function useFitting(row: RefObject<HTMLElement | null>, filters: readonly Filter[]): number | null {
  const list = filters.map((f) => f.field).join();
  const [room, setRoom] = useState(() => rooms.get(keyOf(list))?.data);
  const known = room !== undefined;
  useLayoutEffect(() => {
    const it = row.current;
    if (!it) return;
    const measure = (width: number) => {
      setRoom(width);
      rooms.put(keyOf(list), width);
    };
    if (!known) measure(it.clientWidth);
    const observer = new ResizeObserver(([e]) => e && measure(Math.round(e.contentRect.width)));
    observer.observe(it);
    return () => observer.disconnect();
  }, [row, list, known]);
  return room ? fitting(filters, room) : null;
}
