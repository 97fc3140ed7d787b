import { safeStorage } from '@/lib/storage';

const NAME = 'nav_groups';

/** Ids of groups of the menu, and whether each is open. */
export type GroupStates = Record<string, boolean>;

/** The groups that were opened or closed in this browser. */
export const openGroups = {
  read: (): GroupStates => {
    try {
      const kept: unknown = JSON.parse(safeStorage.getItem(NAME) ?? '{}');
      if (typeof kept !== 'object' || kept === null) return {};
      return Object.fromEntries(Object.entries(kept).filter(([, open]) => typeof open === 'boolean'));
    } catch {
      return {};
    }
  },
  keep: (states: GroupStates) => safeStorage.setItem(NAME, JSON.stringify(states)),
};
