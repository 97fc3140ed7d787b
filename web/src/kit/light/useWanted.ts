import { useState } from 'react';
import type { LazyModule } from '@/router/lazyModule';

type How = 'focus' | 'open';
/** `stand` is what has the focus. */
export type Want = (how: How, stand?: Element) => void;

/**
 * How a stand-in was reached, as soon as the code is there of what it stands for: until then it keeps the focus, and who has gone on
 * meanwhile is not called back.
 */
export function useWanted<P extends object>(module: LazyModule<P>): [How | undefined, Want] {
  const [wanted, setWanted] = useState<How>();
  const want: Want = (how, stand) => {
    const go = () => {
      if (how === 'open' || document.activeElement === stand) setWanted((was) => (was === 'open' ? was : how));
    };
    // What does not load says so when it is drawn.
    module.preload().then(go, go);
  };
  return [wanted, want];
}
