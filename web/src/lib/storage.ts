import type { StateStorage } from 'zustand/middleware';

export type SafeStorage = {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  keys(): string[];
};

/**
 * A storage of the browser that may be full or forbidden: where it is forbidden, even reading `window.localStorage` throws. The
 * console then works without a memory instead of not at all. No other file reads the browser's storages (a test holds it).
 */
function safe(storage: () => Storage): SafeStorage {
  const attempt = <T>(use: (s: Storage) => T, otherwise: T): T => {
    try {
      return use(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (name) => attempt((s) => s.getItem(name), null),
    setItem: (name, value) => attempt((s) => s.setItem(name, value), undefined),
    removeItem: (name) => attempt((s) => s.removeItem(name), undefined),
    keys: () => attempt((s) => Object.keys(s), []),
  };
}

/** Local storage of the browser. */
export const safeStorage: SafeStorage & StateStorage = safe(() => window.localStorage);
/** Session storage of the browser tab, kept until it is closed. */
export const tabStorage = safe(() => window.sessionStorage);
