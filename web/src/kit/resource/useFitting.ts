import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Filter } from './Filters';

/** What a filter takes at least, and the space between two; the style sheet says the same. */
const WIDTH = { days: 220, other: 150, gap: 8, more: 44 } as const;
const widthOf = (f: Filter) => (f.kind === 'days' ? WIDTH.days : WIDTH.other) + WIDTH.gap;

/** How many of the filters stand in one row of so many pixels, beside the button for the others where there are some. */
export function fitting(filters: readonly Filter[], room: number): number {
  const ends: number[] = [];
  for (const f of filters) ends.push((ends.at(-1) ?? 0) + widthOf(f));
  if ((ends.at(-1) ?? 0) - WIDTH.gap <= room) return filters.length;
  return Math.max(1, ends.filter((end) => end + WIDTH.more <= room + WIDTH.gap).length);
}

/** The same of a row that is on the screen; null on a phone, where it has no room of its own and the style sheet folds. */
export function useFitting(row: RefObject<HTMLElement | null>, filters: readonly Filter[]): number | null {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const it = row.current;
    if (!it) return;
    const measure = () => setRoom(it.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(it);
    return () => observer.disconnect();
  }, [row]);
  return room > 0 ? fitting(filters, room) : null;
}
