import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import TokenOffer from '@/app/shell/TokenOffer';
import { apiData } from '@/lib/api/client';
import { get } from '@/lib/api/query';
import { reportUncaughtErrors } from '@/lib/crash';
import { notifier } from '@/lib/notifier';
import { offer, useOffered } from '@/lib/offered';
import { queryClient } from '@/lib/query';
import { ChunkLoadError } from '@/lib/router/chunk';
import { useSession } from '@/lib/session';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

let answer: (call: Call) => ReturnType<typeof ok>;
let calls: Call[] = [];
beforeEach(() => {
  queryClient.clear();
  window.history.replaceState(null, '', '/here');
  useSession.setState({ token: 't', refreshToken: 'r', permissions: [], info: { userId: 'u' } as never, ended: false });
  answer = () => ok(null);
  calls = serve((c) => answer(c));
});
afterEach(() => {
  useOffered.setState({ token: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the renewal of a token', () => {
  it('that hangs is given up, because every other call waits for it', async () => {
    const limits: (AbortSignal | null | undefined)[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (!String(url).includes('/oauth/refresh'))
        return Promise.resolve(new Response('{"code":401,"message":"no"}', { status: 401 }));
      limits.push(init.signal);
      return new Promise((_, fail) => init.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
    });
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      if (ms === 15_000) queueMicrotask(() => limit.abort());
      return limit.signal;
    });
    await expect(apiData('get', '/oauth/getUser')).rejects.toMatchObject({ status: 0 });
    timeout.mockRestore();
    expect(limits).toHaveLength(1);
    expect(useSession.getState().token).toBe('t');
  });

  it('that something in front of the server refuses does not end the session; a refusal of the server does', async () => {
    let refused: ReturnType<typeof ok> = { status: 403, body: '<html>blocked by a firewall</html>' };
    answer = (c) => (c.url.includes('/oauth/refresh') ? refused : refuse(401));
    await apiData('get', '/oauth/getUser').catch(() => {});
    expect(useSession.getState().ended).toBe(false);
    refused = refuse(401);
    await apiData('get', '/oauth/getUser').catch(() => {});
    expect(useSession.getState().ended).toBe(true);
  });
});

function Poll() {
  useQuery({ ...get('/oauth/getUser'), refetchInterval: 50 });
  return null;
}

it('a page that asks again and again says once that it may not', async () => {
  answer = () => refuse(403);
  await show(<Poll />);
  const warning = vi.fn();
  notifier.current = { ...notifier.current, notification: { warning } } as never;
  await waitFor(() => expect(calls.length).toBeGreaterThan(4));
  expect(warning.mock.calls.length).toBeLessThanOrEqual(1);
});

function Broken(): never {
  throw new Error('x is not a function');
}

it('a crash is told to the server once, with where it was', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = (
    <ErrorBoundary fallback={() => <p>failed</p>}>
      <Broken />
    </ErrorBoundary>
  );
  await show(
    <>
      {broken}
      {broken}
    </>,
  );
  quiet.mockRestore();
  const told = calls.filter((c) => c.url.includes('/oauth/crash'));
  expect(told).toHaveLength(1);
  expect(told[0]?.body).toMatchObject({
    message: 'x is not a function',
    page: '/here',
    parts: expect.stringContaining('Broken'),
  });
});

function Missing(): never {
  throw new ChunkLoadError('404');
}

it('code that does not load is no crash', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  await show(
    <ErrorBoundary fallback={() => <p>failed</p>}>
      <Missing />
    </ErrorBoundary>,
  );
  quiet.mockRestore();
  expect(screen.getByText('failed')).toBeVisible();
  expect(calls.filter((c) => c.url.includes('/oauth/crash'))).toHaveLength(0);
});

it('an error that no boundary catches is told to the server once', async () => {
  reportUncaughtErrors();
  const event = () => new ErrorEvent('error', { error: new Error('uncaught in a handler') });
  window.dispatchEvent(event());
  window.dispatchEvent(event());
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));
  await waitFor(() => expect(calls.filter((c) => c.url.includes('/oauth/crash'))).toHaveLength(1));
});

describe('a token in the address', () => {
  const owner = (userId: string) => {
    answer = () => ok({ info: { userId, nickname: 'Bia' }, attributes: {}, permissions: [], roles: [] });
  };
  it('signs in at once when no user is signed in', () => {
    useSession.setState({ token: null });
    offer('link');
    expect(useSession.getState().token).toBe('link');
  });
  it('of another user is taken only after confirmation', async () => {
    owner('other');
    offer('link');
    const { user } = await show(<TokenOffer />);
    await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    expect(useSession.getState().token).toBe('t');
    expect(useOffered.getState().token).toBeNull();
    expect(calls[0]?.headers.Authorization).toBe('Bearer link');
  });
  it('of the same user is taken without a question', async () => {
    owner('u');
    offer('link');
    await show(<TokenOffer />);
    await waitFor(() => expect(useSession.getState().token).toBe('link'));
  });
  it('that has expired changes nothing; it is taken when the session ends before the answer', async () => {
    answer = () => refuse(401);
    offer('link');
    await show(<TokenOffer />);
    await waitFor(() => expect(useOffered.getState().token).toBeNull());
    expect(useSession.getState().token).toBe('t');
    offer('link');
    act(() => useSession.getState().clear(true));
    expect(useSession.getState().token).toBe('link');
  });
});
