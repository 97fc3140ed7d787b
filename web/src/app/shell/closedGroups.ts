import { safeStorage } from '@/lib/storage';

const NAME = 'nav_closed';

/** Ids of the groups of the menu that the user has closed in this browser; all others are open. */
export const closedGroups = {
  read: (): string[] => {
    try {
      const kept: unknown = JSON.parse(safeStorage.getItem(NAME) ?? '[]');
      return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
    } catch {
      return [];
    }
  },
  keep: (ids: string[]) => safeStorage.setItem(NAME, JSON.stringify(ids)),
};
