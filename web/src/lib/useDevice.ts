import { useSyncExternalStore } from 'react';
import { BREAKPOINT } from './constants';

export type Device = 'mobile' | 'tablet' | 'desktop';

const queries = {
  mobile: `(max-width: ${BREAKPOINT.mobile - 1}px)`,
  desktop: `(min-width: ${BREAKPOINT.desktop}px)`,
};

function subscribe(changed: () => void) {
  const lists = Object.values(queries).map((q) => window.matchMedia(q));
  for (const l of lists) l.addEventListener('change', changed);
  return () => {
    for (const l of lists) l.removeEventListener('change', changed);
  };
}

function current(): Device {
  if (window.matchMedia(queries.desktop).matches) return 'desktop';
  return window.matchMedia(queries.mobile).matches ? 'mobile' : 'tablet';
}

/** Which of the three layouts fits the window (platform-services §2). */
export function useDevice(): Device {
  return useSyncExternalStore(subscribe, current, () => 'desktop');
}
