import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import AppKey from '@/features/appkey/AppKey';
import { useSession } from '@/lib/session';
import { ok, serve } from './server';
import { show } from './util';

it('shows a new secret beside its own key, also while the key that was known is asked for again', async () => {
  const known = { appKey: 'previous-key', status: 'active', createTime: '2026-11-22T00:00:00Z' };
  let asked = 0;
  serve(({ method }) => {
    if (method === 'PUT') return ok({ appKey: 'new-key', security: 'new-secret' });
    asked += 1;
    return asked === 1 ? ok(known) : new Promise(() => {});
  });
  useSession.setState({ attributes: { type: 2 } as never });
  const { user } = await show(<AppKey />);
  await user.click(await screen.findByRole('button', { name: 'Create a new key' }));
  await user.click((await screen.findAllByRole('button', { name: 'Create a new key' })).at(-1) as HTMLElement);
  expect(await screen.findByText('new-secret')).toBeVisible();
  expect(screen.getByText('new-key')).toBeVisible();
  expect(screen.queryByText('previous-key')).toBeNull();
});
