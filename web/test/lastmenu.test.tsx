import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { checkMenu, loadMenu, menuQuery, queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ok, serve } from './server';

it('starts with the menu of the last visit, asks once for the one of today, and keeps it', async () => {
  const node = (title: string) => [{ id: '1', type: 1, path: '/x', title }];
  const calls = serve(() => ok(node('today')));
  useSession.setState({ token: 't', info: { userId: 'u' } as never });
  window.localStorage.setItem('menu_u', JSON.stringify({ at: Date.now(), data: node('last time') }));
  expect(await loadMenu()).toEqual(node('last time'));
  expect(calls).toHaveLength(0);
  const observer = new QueryObserver(queryClient, menuQuery);
  const unsubscribe = observer.subscribe(() => {});
  checkMenu();
  await waitFor(() => expect(observer.getCurrentResult().data).toEqual(node('today')));
  checkMenu();
  expect(calls).toHaveLength(1);
  expect(JSON.parse(window.localStorage.getItem('menu_u') ?? '').data).toEqual(node('today'));
  unsubscribe();
});
