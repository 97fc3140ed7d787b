import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import Login from '@/features/auth/Login';
import { useSession } from '@/lib/session';
import { ok, refuse, serve } from './server';
import { show } from './util';

const session = {
  token: 'a',
  refresh_token: 'b',
  expires_in: 7200,
  info: {},
  attributes: {},
  permissions: [],
  roles: [],
};

async function signIn(user: Awaited<ReturnType<typeof show>>['user']) {
  await user.type(await screen.findByLabelText('Account or phone number'), 'ada');
  await user.type(screen.getByLabelText('Password', { exact: true }), 'Tidal-Fern-92');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('asks for a code after the password, and says when it is wrong', async () => {
  useSession.getState().clear();
  const codes: unknown[] = [];
  serve(({ url, body }) => {
    if (url.endsWith('/oauth/login'))
      return refuse(401, 40103, 'Enter a code', { data: { ticket: 'T', kind: 'code' } });
    codes.push(body);
    return codes.length === 1 ? refuse(400, 400, 'This code is wrong') : ok(session);
  });
  const { user } = await show(<Login preload={async () => {}} />);
  await signIn(user);
  const field = await screen.findByLabelText('Code');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  await user.type(field, '111111');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('This code is wrong')).toBeVisible();
  expect(useSession.getState().token).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(await screen.findByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(useSession.getState().token).toBe('a'));
  expect(codes).toEqual([
    { ticket: 'T', code: '111111' },
    { ticket: 'T', code: 'aaaa-bbbb-cccc-dddd' },
  ]);
});

it('goes back to the password when the ticket has ended', async () => {
  useSession.getState().clear();
  serve(({ url }) =>
    url.endsWith('/oauth/login')
      ? refuse(401, 40103, 'Enter a code', { data: { ticket: 'T', kind: 'code' } })
      : refuse(401, 40105, 'This sign-in has expired'),
  );
  const { user } = await show(<Login preload={async () => {}} />);
  await signIn(user);
  await user.type(await screen.findByLabelText('Code'), '111111');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByLabelText('Password', { exact: true })).toBeVisible();
  expect(screen.getByText('This sign-in has expired')).toBeVisible();
});
