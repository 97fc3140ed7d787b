import { useSyncExternalStore } from 'react';
import { socketState, watchSocket } from './bus';
import type { SocketState } from './socket';

/** Whether live messages arrive; a page that needs them asks by itself while they do not. */
export function useSocketState(): SocketState {
  return useSyncExternalStore(watchSocket, socketState, () => 'closed' as const);
}
