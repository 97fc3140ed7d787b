import { randomInt } from 'node:crypto';

let count = 0;

/**
 * Returns digits that no other test of the run has: the worker, a counter, and chance for the rest. `n` is at least 5.
 */
export function digits(n: number): string {
  const worker = Number(process.env.TEST_WORKER_INDEX ?? 0) % 100;
  count = (count + 1) % 100;
  const own = `${String(worker).padStart(2, '0')}${String(count).padStart(2, '0')}`;
  return `${own}${String(randomInt(10 ** (n - 4))).padStart(n - 4, '0')}`;
}

/** Returns the name with digits that no other test has. */
export const unique = (what: string) => `${what} ${digits(8)}`;
