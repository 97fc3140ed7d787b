import { CACHE_LIFE } from './constants';
import { safeStorage } from './storage';

type Kept<T> = { at: number; data: T };

/**
 * A cache in the browser's storage with a prefix and a lifetime. If storage is full or forbidden, nothing is cached and
 * nothing fails.
 */
export function browserCache<T>(prefix: string, life = CACHE_LIFE, now: () => number = Date.now) {
  return {
    /** Returns the cached value, unless it has expired. */
    get(key: string): Kept<T> | undefined {
      const text = safeStorage.getItem(prefix + key);
      if (typeof text !== 'string') return undefined;
      try {
        const kept = JSON.parse(text) as Kept<T>;
        const age = now() - kept.at;
        if (kept.data !== undefined && kept.data !== null && age >= 0 && age < life) return kept;
      } catch {
        // The entry was not written by this console: it counts as missing.
      }
      safeStorage.removeItem(prefix + key);
      return undefined;
    },
    put(key: string, data: T) {
      safeStorage.setItem(prefix + key, JSON.stringify({ at: now(), data } satisfies Kept<T>));
    },
    drop(key: string) {
      safeStorage.removeItem(prefix + key);
    },
    /** The keys of all that is kept. */
    keys(): string[] {
      return safeStorage
        .keys()
        .filter((k) => k.startsWith(prefix))
        .map((k) => k.slice(prefix.length));
    },
  };
}
