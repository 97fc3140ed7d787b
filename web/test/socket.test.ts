import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOCKET } from '@/lib/constants';
import { LiveSocket, type SocketMessage, type SocketState } from '@/lib/realtime/socket';

/** A socket whose other side is the test. */
class FarSocket {
  static all: FarSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  sent: string[] = [];
  closed = false;
  readonly address: string;
  constructor(address: string) {
    this.address = address;
    FarSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

let tickets = 0;
let states: SocketState[] = [];
let messages: SocketMessage[] = [];
const make = (pingMs?: number) =>
  new LiveSocket({
    ticket: async () => `ticket${++tickets}`,
    address: (t) => `ws://x/ws?access_token=${t}`,
    onMessage: (m) => messages.push(m),
    onState: (s) => states.push(s),
    pingMs,
  });
const last = () => FarSocket.all.at(-1) as FarSocket;
const soon = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FarSocket);
  FarSocket.all = [];
  tickets = 0;
  states = [];
  messages = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the live connection', () => {
  it('takes a type that is a number', async () => {
    const live = make();
    live.start();
    await soon();
    last().onopen?.();
    last().onmessage?.({ data: '{"type":2,"data":{"id":"a"}}' });
    expect(messages).toEqual([{ type: '2', data: { id: 'a' } }]);
    live.stop();
  });

  it('opens with a ticket, pings, and gives messages but not pongs', async () => {
    const live = make();
    live.start();
    await soon();
    expect(last().address).toBe('ws://x/ws?access_token=ticket1');
    last().onopen?.();
    await vi.advanceTimersByTimeAsync(2 * SOCKET.ping);
    expect(last().sent).toEqual(['{"type":"ping"}', '{"type":"ping"}']);
    last().onmessage?.({ data: '{"type":"pong"}' });
    last().onmessage?.({ data: 'not json' });
    last().onmessage?.({ data: '{"type":"order","data":{"id":"o"}}' });
    expect(messages).toEqual([{ type: 'order', data: { id: 'o' } }]);
    expect(states).toEqual(['connecting', 'open']);
    live.stop();
  });

  it('pings as often as the server asks', async () => {
    const live = make(10_000);
    live.start();
    await soon();
    last().onopen?.();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(last().sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(last().sent).toHaveLength(1);
    live.stop();
  });

  it('gives up a silent connection, and opens another with a new ticket', async () => {
    const live = make();
    live.start();
    await soon();
    last().onopen?.();
    await vi.advanceTimersByTimeAsync(SOCKET.heartbeat);
    expect(last().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(SOCKET.reconnect);
    expect(FarSocket.all).toHaveLength(2);
    expect(last().address).toContain('ticket2');
    live.stop();
  });

  it('gives up after six tries in a row', async () => {
    const live = make();
    live.start();
    await soon();
    for (let i = 0; i < SOCKET.retries; i++) {
      last().onclose?.();
      await vi.advanceTimersByTimeAsync(SOCKET.reconnect);
    }
    expect(FarSocket.all).toHaveLength(1 + SOCKET.retries);
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(10 * SOCKET.reconnect);
    expect(FarSocket.all).toHaveLength(1 + SOCKET.retries);
    expect(states.at(-1)).toBe('closed');
  });

  it('has all tries again after it was open', async () => {
    const live = make();
    live.start();
    await soon();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < SOCKET.retries; i++) {
        last().onclose?.();
        await vi.advanceTimersByTimeAsync(SOCKET.reconnect);
      }
      last().onopen?.();
    }
    expect(states.at(-1)).toBe('open');
    live.stop();
  });

  it('stays closed when it was stopped while the ticket was under way', async () => {
    const live = make();
    live.start();
    live.stop();
    await soon();
    expect(FarSocket.all).toHaveLength(0);
  });
});
