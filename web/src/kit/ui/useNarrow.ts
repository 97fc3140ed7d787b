import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 575px)';

function subscribe(changed: () => void) {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

/** Whether the window is a phone's: what lies beside each other on a wider one lies behind a button there. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
}
