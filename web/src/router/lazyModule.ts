import { type ComponentType, createElement, use } from 'react';
import { CHUNK_TIMEOUT } from '@/core/constants';

type Loader = () => Promise<{ default: ComponentType }>;
type Tracked = Promise<ComponentType> & {
  status?: 'fulfilled' | 'rejected';
  value?: ComponentType;
  reason?: unknown;
};
export type LazyModule = ComponentType & { preload(): Promise<ComponentType>; retry(): void };

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * Like React.lazy, but renders at once when it was preloaded. React.lazy always suspends at first, and a fallback that was
 * shown is held for at least 300 ms.
 */
export function lazyModule(load: Loader): LazyModule {
  let pending: Tracked | undefined;
  const preload = (): Tracked => {
    if (pending) return pending;
    const p: Tracked = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new ChunkLoadError('timeout')), CHUNK_TIMEOUT);
      load()
        .then(
          (m) => resolve(m.default),
          (e) => reject(new ChunkLoadError(String(e), { cause: e })),
        )
        .finally(() => clearTimeout(timer));
    });
    // `use` reads these fields, and then neither suspends nor loops.
    p.then(
      (value) => Object.assign(p, { status: 'fulfilled', value }),
      (reason) => Object.assign(p, { status: 'rejected', reason }),
    );
    pending = p;
    return p;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, when the registry is evaluated
  const Lazy = () => createElement(use(preload() as Promise<ComponentType>));
  return Object.assign(Lazy, {
    preload,
    retry: () => {
      if (pending?.status === 'rejected') pending = undefined;
    },
  });
}
