import { afterEach, expect, it, vi } from 'vitest';
import { hold } from '@/lib/api/held';

/** Web Locks as the standard defines them: by name, exclusive or shared, and a query lists those that are held. */
function browserLocks(): LockManager {
  const held: { name: string; mode: LockMode }[] = [];
  const waiting: (() => void)[] = [];
  const free = (name: string, mode: LockMode) =>
    !held.some((l) => l.name === name && (mode === 'exclusive' || l.mode === 'exclusive'));
  const request = async (name: string, options: LockOptions, run: () => Promise<unknown>) => {
    const mode = options.mode ?? 'exclusive';
    while (!free(name, mode))
      await new Promise<void>((go, stop) => {
        waiting.push(go);
        options.signal?.addEventListener('abort', () => stop(options.signal?.reason));
      });
    const lock = { name, mode };
    held.push(lock);
    try {
      return await run();
    } finally {
      held.splice(held.indexOf(lock), 1);
      for (const go of waiting.splice(0)) go();
    }
  };
  return { request, query: async () => ({ held: [...held], pending: [] }) } as unknown as LockManager;
}

let n = 0;
const make = () => `k${++n}`;
afterEach(() => vi.unstubAllGlobals());

it('the same call of two tabs has one key while one of them is under way, and another call has another', async () => {
  vi.stubGlobal('navigator', { locks: browserLocks() });
  const [one, two, other] = await Promise.all([hold('q', make), hold('q', make), hold('other', make)]);
  expect(two.key).toBe(one.key);
  expect(other.key).not.toBe(one.key);
  one.release();
  await Promise.resolve();
  const third = await hold('q', make);
  expect(third.key).toBe(one.key);
  two.release();
  third.release();
  await new Promise((done) => setTimeout(done, 0));
  expect((await hold('q', make)).key).not.toBe(one.key);
});

it('without locks, or where another tab never lets go of them, a call has a key of its own', async () => {
  vi.stubGlobal('navigator', {});
  expect((await hold('q', make)).key).not.toBe((await hold('q', make)).key);
  const refused = {
    query: async () => ({}),
    request: async () => Promise.reject(new DOMException('', 'TimeoutError')),
  };
  vi.stubGlobal('navigator', { locks: refused });
  expect((await hold('q', make)).key).toMatch(/^k\d+$/);
});
