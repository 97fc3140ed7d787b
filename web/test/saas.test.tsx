import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import Offer from '@/features/saas/Offer';
import SaasModal from '@/features/saas/SaasModal';
import { daysLeft, flag, offers, service } from '@/features/saas/service';
import { ApiError } from '@/lib/api/error';
import { showError } from '@/lib/notifier';
import { useOverlay } from '@/lib/overlay';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ok, refuse, serve } from './server';
import { show } from './util';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const info = (saasStatus: 1 | 2 | 3, saasExpireTime: string | null, prompt = false) => ({
  saasStatus,
  saasExpireTime,
  daysLeft: 0,
  prompt,
  required: false,
});

beforeEach(() => {
  window.localStorage.clear();
  queryClient.clear();
  useSession.setState({ info: { userId: 'u', avatar: '', nickname: 'n', mustChangePassword: false }, token: 't' });
});

it.each([
  [2, info(1, null, true), true],
  [11, info(2, '2026-12-22T00:00:00Z', true), true],
  [2, info(2, '2026-12-22T00:00:00Z'), false],
  [3, info(1, null, true), false],
  [1, info(1, null, true), false],
])('offers the service to type %i with %o: %s', (type, s, offered) => {
  expect(offers(type, s)).toBe(offered);
});

it('rests for a day after the offer was closed, and a sign-in forgets that', () => {
  expect([flag.isSet(), flag.rests()]).toEqual([false, false]);
  flag.set(true);
  expect([flag.isSet(), flag.rests()]).toEqual([true, false]);
  flag.set(false, NOW);
  expect([flag.isSet(), flag.rests(NOW), flag.rests(NOW + 86_399_999), flag.rests(NOW + 86_400_000)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  useSession.getState().clear();
  expect(flag.rests(NOW)).toBe(false);
  expect(daysLeft(null)).toBe(0);
});

it('is offered after a sign-in, and not again on the day on which it was closed', async () => {
  serve(() => ok(info(1, null, true)));
  useSession.setState({ attributes: { type: 2 } as never });
  const { user } = await show(<Offer />);
  await user.click(await screen.findByRole('button', { name: 'Later' }));
  expect([flag.isSet(), flag.rests()]).toEqual([false, true]);
});

it('leads from an order that was refused without the service to its purchase', async () => {
  serve(() => ok(info(2, '2027-12-22T00:00:00Z')));
  useSession.setState({ attributes: { type: 2 } as never });
  const { user } = await show(<Offer />);
  act(() => showError(new ApiError({ status: 403, code: 40314, message: 'The service is needed' })));
  expect(await screen.findByText('The service is needed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Purchase' }));
  expect(useOverlay.getState().shown).toBe('saas');
});

it('asks for the service once in three days', async () => {
  const calls = serve(() => ok(info(1, null)));
  await service();
  await service();
  expect(calls.length).toBe(1);
});

const offer = { price: 120_000, amount: 120_000, expireTime: '2027-11-22T00:00:00Z', balance: 150_000, enough: true };

it('buys a year with credit, once, and refreshes the session', async () => {
  const calls = serve(({ method, url }) => {
    if (url.includes('buy/saas/check')) return ok(offer);
    if (method === 'POST' && url.includes('buy/saas'))
      return ok({ orderId: 'o', saasStatus: 2, saasExpireTime: offer.expireTime, amount: 120_000 });
    if (url.includes('getUser'))
      return ok({ info: {}, attributes: { type: 2, saasStatus: 2 }, permissions: [], roles: [] });
    return ok([]);
  });
  const close = vi.fn();
  const { user } = await show(<SaasModal open onClose={close} />);
  await user.click(await screen.findByRole('tab', { name: 'Credit' }));
  expect((await screen.findByTestId('saas-amount')).textContent).toContain('120,000.00');
  expect(screen.getByText('1,200.00 RMB')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pay with credit' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  const bought = calls.filter((c) => c.method === 'POST');
  expect(bought.length).toBe(1);
  expect(bought[0]?.headers['Idempotency-Key']).toBeTruthy();
  await waitFor(() => expect(useSession.getState().attributes?.saasStatus).toBe(2));
});

it('says why it cannot be bought, and closes', async () => {
  serve(() => refuse(403, 40312, "Secondary users can't buy the service"));
  const close = vi.fn();
  await show(<SaasModal open onClose={close} />);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect((await screen.findAllByText("Secondary users can't buy the service")).length).toBeGreaterThan(0);
});
