import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPending } from '@/lib/api/idempotency';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const LIST = '/aty/contactsgroup/page';
const create = (name: string) => request('post', '/aty/contactsgroup', { body: { name, countryCode: 'BR' } });

let answer: (call: Call) => ReturnType<typeof ok> | Promise<ReturnType<typeof ok>>;
let calls: Call[] = [];
const posts = () => calls.filter((c) => c.method === 'POST');
const lists = () => calls.filter((c) => c.method === 'GET').length;

beforeEach(() => {
  queryClient.clear();
  forgetPending();
  useSession.setState({ token: 't', refreshToken: 'r', info: { userId: 'u' } as never, permissions: [], ended: false });
  answer = () => ok({ id: '1' });
  calls = serve((c) => (c.method === 'GET' ? ok({ records: [], total: 0 }) : answer(c)));
});

describe('useApiMutation', () => {
  it('fetches the lists that it changes again, and leaves others alone', async () => {
    const { result } = renderHook(
      () => {
        useQuery(get(LIST));
        useQuery(get('/gc/template/page'));
        return useApiMutation(create, { changes: [LIST] });
      },
      { wrapper },
    );
    await waitFor(() => expect(lists()).toBe(2));
    await act(() => result.current.mutateAsync('Mine'));
    await waitFor(() => expect(lists()).toBe(3));
    expect(calls.at(-1)?.url).toContain(LIST);
  });

  it('sends the same input once while it is under way, and another input beside it', async () => {
    const give: (() => void)[] = [];
    answer = () => new Promise((done) => give.push(() => done(ok({ id: '1' }))));
    const { result } = renderHook(() => useApiMutation(create), { wrapper });
    const sent = ['Mine', 'Mine', 'Other'].map((name) => result.current.mutateAsync(name));
    await waitFor(() => expect(give).toHaveLength(2));
    await act(async () => {
      for (const one of give) one();
      await Promise.all(sent);
    });
    expect(posts()).toHaveLength(2);
  });

  it('joins another input to the one under way when it is single', async () => {
    const { result } = renderHook(() => useApiMutation(create, { single: true }), { wrapper });
    await act(() => Promise.all(['Mine', 'Other'].map((name) => result.current.mutateAsync(name))));
    expect(posts().map((c) => c.body)).toEqual([{ name: 'Mine', countryCode: 'BR' }]);
  });

  it('calls back after its component is gone', async () => {
    let give = () => {};
    answer = () =>
      new Promise((done) => {
        give = () => done(ok({ id: '7' }));
      });
    const onDone = vi.fn();
    const { result, unmount } = renderHook(() => useApiMutation(create, { onDone }), { wrapper });
    act(() => result.current.mutate('Mine'));
    await waitFor(() => expect(posts()).toHaveLength(1));
    unmount();
    give();
    await waitFor(() => expect(onDone).toHaveBeenCalledWith({ id: '7' }, 'Mine'));
  });

  it('gives a refusal to its caller', async () => {
    answer = () => refuse(400, 400, 'Name is taken');
    const onFailed = vi.fn();
    const { result } = renderHook(() => useApiMutation(create, { onFailed, quiet: true }), { wrapper });
    act(() => result.current.mutate('Mine'));
    await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1));
    expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ status: 400, message: 'Name is taken' });
  });
});
