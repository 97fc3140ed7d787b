/** What a form or dialog has under way, until it is closed. */
const controllers = new WeakMap<object, AbortController>();

/** A signal that ends when its owner is closed. */
export function signalOf(owner: object): AbortSignal {
  const known = controllers.get(owner);
  if (known && !known.signal.aborted) return known.signal;
  const fresh = new AbortController();
  controllers.set(owner, fresh);
  return fresh.signal;
}

/** Cancels what the owner started and has not sent yet. A call that the server has goes on, and its result is reported. */
export function withdraw(owner: object) {
  controllers.get(owner)?.abort();
}

/** Waits for a promise until the signal ends; then it rejects with an AbortError, which is never shown. */
export function until<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Whether something ended because it was withdrawn. */
export const isWithdrawn = (e: unknown): boolean => (e as { name?: unknown } | null)?.name === 'AbortError';
