import { useState } from 'react';
import type { LazyModule } from '@/lib/router/lazyModule';

type OpenReason = 'focus' | 'open';
/** `stand` is what has the focus. */
export type OpenControl = (how: OpenReason, stand?: Element) => void;

/**
 * Returns how the user reached a placeholder, once the code of the real control has loaded. Until then the placeholder
 * keeps the focus. If the user has moved on meanwhile, the focus does not return.
 */
export function useLazyControl<P extends object>(module: LazyModule<P>): [OpenReason | undefined, OpenControl] {
  const [wanted, setWanted] = useState<OpenReason>();
  const want: OpenControl = (how, stand) => {
    const go = () => {
      if (how === 'open' || document.activeElement === stand) setWanted((was) => (was === 'open' ? was : how));
    };
    // A failed load is reported when the control is rendered.
    module.preload().then(go, go);
  };
  return [wanted, want];
}
