import type { StateStorage } from 'zustand/middleware';

/** localStorage that may be full or forbidden: the console then works without a memory instead of not at all. */
export const safeStorage: StateStorage = {
  getItem(name) {
    try {
      return window.localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  setItem(name, value) {
    try {
      window.localStorage.setItem(name, value);
    } catch {
      // Kept in memory for this page.
    }
  },
  removeItem(name) {
    try {
      window.localStorage.removeItem(name);
    } catch {
      // Nothing was stored.
    }
  },
};
