/** Rules of the open pages: pure, so that each is tested by itself. */

export type Closing = 'one' | 'left' | 'right' | 'others' | 'all';
export type Refusal = 'last' | 'noLeft' | 'noRight' | 'noOthers';

/** Returns the tabs that remain after closing some at a tab, or the reason why none is closed. */
export function close(open: readonly string[], at: string, what: Closing): string[] | Refusal {
  const i = open.indexOf(at);
  if (i < 0) return [...open];
  switch (what) {
    case 'one':
      return open.length === 1 ? 'last' : open.filter((p) => p !== at);
    case 'left':
      return i === 0 ? 'noLeft' : open.slice(i);
    case 'right':
      return i === open.length - 1 ? 'noRight' : open.slice(0, i + 1);
    default:
      return open.length === 1 ? 'noOthers' : [at];
  }
}

/** The page to show when the shown one is closed: its right neighbour, else its left one. */
export function successor(before: readonly string[], after: readonly string[], active: string): string | undefined {
  if (after.includes(active)) return active;
  const i = before.indexOf(active);
  return before.slice(i + 1).find((p) => after.includes(p)) ?? before.slice(0, i).findLast((p) => after.includes(p));
}

/** The pages that stay mounted: the shown one, the most recent of the others, and those with something typed that is not saved. */
export function kept(recent: readonly string[], most: number, unsaved: (path: string) => boolean): string[] {
  return recent.filter((path, i) => i >= recent.length - most - 1 || unsaved(path));
}

/** A visit: a new tab is added at the end, an open one keeps its place; the visited tab becomes the most recent. */
export function visit<T extends { open: string[]; recent: string[] }>(tabs: T, path: string): T {
  if (tabs.recent.at(-1) === path && tabs.open.includes(path)) return tabs;
  return {
    ...tabs,
    open: tabs.open.includes(path) ? tabs.open : [...tabs.open, path],
    recent: [...tabs.recent.filter((p) => p !== path), path],
  };
}
