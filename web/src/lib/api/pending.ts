import { PENDING_LIFE } from '@/lib/constants';
import { safeStorage } from '@/lib/storage';

/** An Idempotency-Key that is in use, when it was made, and the hash of the resource that its call changes. */
export type Pending = { key: string; at: number; of?: string };

/**
 * Each pending call has an entry of its own, named by the hash of its question: tabs write at the same moment, and an entry that they
 * shared would lose a key.
 */
const PREFIX = 'pendingCall.';
/** More than a person leaves unanswered in a day; the oldest go first. */
const MAX_PENDING = 50;

/** Reports whether the server still remembers a key. */
export const isAlive = (p: Pending) => Date.now() - p.at < PENDING_LIFE;

/** Parses an entry; undefined for one that has expired or was written by something else. */
function parse(text: string | null): Pending | undefined {
  try {
    const p = JSON.parse(text ?? 'null') as Pending | null;
    return typeof p?.key === 'string' && isAlive(p) ? p : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the pending call of a hash, if there is one. */
export const readPending = (hash: string) => parse(safeStorage.getItem(PREFIX + hash));

/** Lists the names of all entries with what they hold. Another tab may remove one meanwhile. */
function entries(): { name: string; pending: Pending | undefined }[] {
  return safeStorage
    .keys()
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => {
      const text = safeStorage.getItem(name);
      return text === null ? [] : [{ name, pending: parse(text) }];
    });
}

/** Removes the entries that have expired or cannot be read, and the oldest of more than MOST. */
function prune() {
  const newest = entries().toSorted((a, b) => (b.pending?.at ?? 0) - (a.pending?.at ?? 0));
  for (const [i, { name, pending }] of newest.entries()) if (!pending || i >= MAX_PENDING) safeStorage.removeItem(name);
}

/** Stores the pending call of a hash. */
export function writePending(hash: string, pending: Pending) {
  safeStorage.setItem(PREFIX + hash, JSON.stringify(pending));
  prune();
}

/** Removes the pending call of a hash, and those that `over` accepts. */
export function removePending(hash: string, over: (p: Pending) => boolean) {
  safeStorage.removeItem(PREFIX + hash);
  for (const { name, pending } of entries()) if (pending && over(pending)) safeStorage.removeItem(name);
}
