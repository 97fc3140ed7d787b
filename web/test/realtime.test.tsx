import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SOCKET } from '@/lib/constants';
import { menuQuery, queryClient } from '@/lib/query';
import { publish } from '@/lib/realtime/bus';
import { useRealtime } from '@/lib/realtime/useRealtime';
import { useSession } from '@/lib/session';
import { type Call, ok, serve } from './server';

/** A connection whose other side is the test. */
class FarSocket {
  static all: FarSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  constructor(readonly address: string) {
    FarSocket.all.push(this);
  }
  send() {}
  close() {}
}
const last = () => FarSocket.all.at(-1) as FarSocket;

const MENU = [{ id: '1', type: 1, path: '/a', title: 'A', uri: 'x', children: [] }];
let calls: Call[] = [];
let permissions: string[] = [];
const asked = (path: string) => calls.filter((c) => c.url.includes(path)).length;

beforeEach(() => {
  queryClient.clear();
  FarSocket.all = [];
  permissions = ['before'];
  vi.stubGlobal('WebSocket', FarSocket);
  useSession.setState({ token: 't', refreshToken: 'r', info: { userId: 'u' } as never, permissions, ended: false });
  calls = serve(({ url }) => {
    if (url.endsWith('/oauth/ticket')) return ok({ ticket: `ticket${asked('/oauth/ticket')}` });
    if (url.endsWith('/oauth/router')) return ok(MENU);
    return ok({ info: { userId: 'u' }, attributes: { type: 2 }, permissions, roles: [] });
  });
});

async function connecting() {
  const shown = renderHook(useRealtime, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(FarSocket.all).toHaveLength(1));
  return shown;
}

async function live() {
  const shown = await connecting();
  act(() => last().onopen?.());
  return shown;
}

describe('the live connection of the console', () => {
  it('fetches the menu and the permissions again when the menu has changed', async () => {
    await queryClient.fetchQuery(menuQuery);
    const { unmount } = await live();
    permissions = ['after'];
    act(() => publish({ type: 'menu', data: null }));
    await waitFor(() => expect(useSession.getState().permissions).toEqual(['after']));
    expect(queryClient.getQueryState(menuQuery.queryKey)?.isInvalidated).toBe(true);
    unmount();
  });

  it('reads everything that may have changed when it is open again, but not when it opens first', async () => {
    const { unmount } = await live();
    const refetched = vi.spyOn(queryClient, 'invalidateQueries');
    vi.useFakeTimers();
    act(() => last().onclose?.());
    await act(() => vi.advanceTimersByTimeAsync(SOCKET.reconnect));
    vi.useRealTimers();
    expect(FarSocket.all).toHaveLength(2);
    expect(last().address).toContain('ticket2');
    expect(refetched).not.toHaveBeenCalled();
    act(() => last().onopen?.());
    expect(refetched).toHaveBeenCalled();
    unmount();
  });

  it('reads it, too, when it opens first late: what changed before was not heard', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { unmount } = await connecting();
    const refetched = vi.spyOn(queryClient, 'invalidateQueries');
    vi.setSystemTime(Date.now() + 4_000);
    act(() => last().onopen?.());
    vi.useRealTimers();
    expect(refetched).toHaveBeenCalled();
    unmount();
  });
});
