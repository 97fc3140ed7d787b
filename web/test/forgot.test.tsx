import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import Forgot from '@/features/auth/Forgot';
import { queryClient } from '@/lib/query';
import { ok, serve } from './server';
import { show } from './util';

it('sends a link by email, and says the same for every account', async () => {
  const sent: unknown[] = [];
  serve(({ method, body }) => {
    if (method === 'GET') return ok({ email: true });
    sent.push(body);
    return ok({});
  });
  const { user } = await show(<Forgot />);
  const button = await screen.findByRole('button', { name: 'Send the link' });
  await user.click(button);
  expect(screen.getByText('Account or phone number is required')).toBeVisible();
  await user.type(screen.getByLabelText('Account or phone number'), ' ada ');
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(sent).toEqual([{ username: 'ada' }]);
});

it('names who creates a link where no emails are sent', async () => {
  queryClient.clear();
  serve(() => ok({ email: false }));
  await show(<Forgot />);
  expect(await screen.findByText(/^Ask your agent or the administrator/)).toBeVisible();
  expect(screen.queryByLabelText('Account or phone number')).toBeNull();
});
