/** The lock under which a tab looks for a key and makes one: there is one such look at a time. */
const LOOK = 'calls';
/** Milliseconds after which a tab no longer waits for another one. */
const PATIENCE = 1000;

type HeldCall = { key: string; release: () => void };

/**
 * The key of a call, held until it is released. A call that is under way holds a lock whose name tells its question and its key, so
 * the same call of another tab finds the key at the same moment, where a storage may still show what was there before. `make` gives
 * the key of a call that no tab makes, also where a browser has no locks (outside of a secure context).
 */
export async function hold(question: string, make: () => string): Promise<HeldCall> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  const alone = () => ({ key: make(), release: () => {} });
  if (!locks) return alone();
  const prefix = `call ${question} `;
  const look = async () => {
    const { held = [] } = await locks.query();
    const key = held.find((l) => l.name?.startsWith(prefix))?.name?.slice(prefix.length) ?? make();
    return new Promise<HeldCall>((found, failed) => {
      const until = () => new Promise<void>((release) => found({ key, release }));
      locks.request(prefix + key, { mode: 'shared' }, until).catch(failed);
    });
  };
  return locks.request(LOOK, { signal: AbortSignal.timeout(PATIENCE) }, look).catch(alone);
}
