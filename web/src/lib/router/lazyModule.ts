import { type ComponentType, createElement, type FunctionComponent, use } from 'react';
import { CHUNK_TIMEOUT } from '@/lib/constants';
import { loadWords, type TextBundle } from '@/lib/i18n/words';
import { ChunkLoadError, loadChunk } from './chunk';

type Loader<P> = () => Promise<{ default: ComponentType<P> }>;
type Tracked<P> = Promise<ComponentType<P>> & {
  status?: 'fulfilled' | 'rejected';
  value?: ComponentType<P>;
  reason?: unknown;
};
export type LazyModule<P = object> = FunctionComponent<P> & {
  load(): Promise<unknown>;
  words: readonly TextBundle[];
  preload(): Promise<unknown>;
};

/** Callbacks that reset failed modules before they are loaded again. */
const failed = new Set<() => void>();

/** Lets the next render of failed modules load them again, to recover from an error. */
export function resetFailedChunks() {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Like React.lazy, but renders at once when it was preloaded, and a failed load can be repeated. React.lazy always
 * suspends at first, and holds a visible fallback for at least 300 ms. `words` are the texts of the module and its
 * imports that are not loaded at the start (`test/words.test.ts` names them).
 */
export function lazyModule<P extends object = object>(
  load: Loader<P>,
  words: readonly TextBundle[] = [],
): LazyModule<P> {
  const all = () => Promise.all([load(), loadWords(words)]).then(([module]) => module);
  let pending: Tracked<P> | undefined;
  const preload = (): Tracked<P> => {
    if (pending) return pending;
    const p: Tracked<P> = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new ChunkLoadError('timeout')), CHUNK_TIMEOUT);
      loadChunk(all)
        .then((m) => resolve(m.default), reject)
        .finally(() => clearTimeout(timer));
    });
    // `use` reads these fields, and then neither suspends nor loops.
    p.then(
      (value) => Object.assign(p, { status: 'fulfilled', value }),
      (reason) => {
        Object.assign(p, { status: 'rejected', reason });
        failed.add(() => {
          if (pending === p) pending = undefined;
        });
      },
    );
    pending = p;
    return p;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, when the registry is evaluated
  const Lazy = (props: P) => createElement(use(preload() as Promise<ComponentType<P>>), props);
  return Object.assign(Lazy, { load, words, preload });
}
