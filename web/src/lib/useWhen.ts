import { useEffect } from 'react';

/** Does something once whenever a condition comes true while the window is in sight. */
export function useWhen(on: boolean, act: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done may be another function with every render
  useEffect(() => {
    if (on && document.visibilityState === 'visible') act();
  }, [on]);
}
