import type { SocketMessage, SocketState } from './socket';

type Listener = (data: unknown) => void;

const listeners = new Map<string, Set<Listener>>();
const watchers = new Set<() => void>();
let state: SocketState = 'closed';

/** Calls back with the data of each live message of a type, until the returned function is called. */
export function onLive(type: string, listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => {
    set.delete(listener);
  };
}

const everything = new Set<(type: string, data: unknown) => void>();

/** Calls back with every live message. */
export function onAnyLive(listener: (type: string, data: unknown) => void): () => void {
  everything.add(listener);
  return () => {
    everything.delete(listener);
  };
}

export function publish(message: SocketMessage) {
  for (const listener of everything) listener(message.type, message.data);
  for (const listener of listeners.get(message.type) ?? []) listener(message.data);
}

export function setSocketState(next: SocketState) {
  state = next;
  for (const changed of watchers) changed();
}

export const socketState = () => state;

export function watchSocket(changed: () => void): () => void {
  watchers.add(changed);
  return () => {
    watchers.delete(changed);
  };
}
