import { useState } from 'react';
import type { LazyModule } from '@/router/lazyModule';

type OpenReason = 'focus' | 'open';
/** `stand` is what has the focus. */
export type OpenControl = (how: OpenReason, stand?: Element) => void;

/**
 * How a stand-in was reached, as soon as the code is there of what it stands for: until then it keeps the focus, and who has gone on
 * meanwhile is not called back.
 */
export function useLazyControl<P extends object>(module: LazyModule<P>): [OpenReason | undefined, OpenControl] {
  const [wanted, setWanted] = useState<OpenReason>();
  const want: OpenControl = (how, stand) => {
    const go = () => {
      if (how === 'open' || document.activeElement === stand) setWanted((was) => (was === 'open' ? was : how));
    };
    // What does not load says so when it is drawn.
    module.preload().then(go, go);
  };
  return [wanted, want];
}
