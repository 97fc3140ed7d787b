import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 575px)';

function subscribe(changed: () => void) {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

/** Whether the window is as narrow as a phone's: side panels become drawers behind a button. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
}
