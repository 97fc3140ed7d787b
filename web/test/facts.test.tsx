import { useMutation } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import StockModal from '@/features/stock/StockModal';
import { useLimit } from '@/kit/useLimit';
import { dayAtEight } from '@/lib/format';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ActionButtons } from '@/ordering/ActionButtons';
import { BULK, CALL, type CommonDetail, EMAIL, GROUPS, OrderKindProvider } from '@/ordering/kind';
import { StopFacts } from '@/ordering/StopFacts';
import { ok, refuse, serve } from './server';
import { show } from './util';

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions: ['gc:groupsendorder:countrys', 'kfsms:repertory:read'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ORDER = { id: 'o1', total: 1200, estimatedCost: 4200 };

const facts = (underWay: number) => ({
  total: 1200,
  counts: { toSend: 190, sending: underWay, sent: 1000, failed: 10 },
  charge: '3500.50',
  release: '699.50',
  underWay,
});

function Press({ fails }: { fails?: boolean }) {
  const stop = useMutation({ mutationFn: () => (fails ? Promise.reject(new Error('busy')) : Promise.resolve()) });
  return (
    <button type="button" onClick={() => stop.mutate()}>
      stop
    </button>
  );
}

describe('what stopping an order would charge', () => {
  it('is what the server says now, not what the page remembers', async () => {
    const calls = serve(() => ok(facts(0)));
    await show(<StopFacts order={ORDER} />);
    const text = await screen.findByText(/3,500\.50/);
    expect(text).toHaveTextContent('1,010');
    expect(text).toHaveTextContent('1,200');
    expect(text).toHaveTextContent('699.50');
    expect(calls.map((c) => c.url)).toEqual([expect.stringContaining('/gc/groupsendorder/o1/stop')]);
    expect(calls[0]?.method).toBe('GET');
  });
  it('names those that are under way and may be charged yet', async () => {
    serve(() => ok(facts(7)));
    await show(<StopFacts order={ORDER} />);
    const text = await screen.findByText(/3,500\.50/);
    expect(text).toHaveTextContent(/\b7\b/);
    expect(text).toHaveTextContent('1,003');
  });
  it('is not asked again once the order is being stopped', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = serve(() => ok(facts(0)));
    await show(
      <>
        <StopFacts order={ORDER} />
        <Press />
      </>,
    );
    await screen.findByText(/3,500\.50/);
    fireEvent.click(screen.getByText('stop'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
  });
  it('is asked again when the stop failed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = serve(() => ok(facts(0)));
    await show(
      <>
        <StopFacts order={ORDER} />
        <Press fails />
      </>,
    );
    await screen.findByText(/3,500\.50/);
    fireEvent.click(screen.getByText('stop'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.length).toBeGreaterThan(1);
  });
  it('is asked again while the question stands, and never kept for the next one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [facts(0), { ...facts(0), charge: '3600.00' }];
    const calls = serve(() => ok(answers[Math.min(calls.length, 2) - 1]));
    const { again } = await show(<StopFacts order={ORDER} />);
    await screen.findByText(/3,500\.50/);
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByText(/3,600/);
    const asked = calls.length;
    await again(null);
    await again(<StopFacts order={ORDER} />);
    await waitFor(() => expect(calls.length).toBeGreaterThan(asked));
  });
  it('says why the outcome is unknown', async () => {
    serve(() => refuse(409, 40941, 'The order has ended'));
    await show(<StopFacts order={ORDER} />);
    expect(await screen.findByText('The order has ended')).toBeVisible();
  });
});

describe('the question of an action', () => {
  const asked = { ...facts(0), targets: 10, price: 0.5, cost: 5, balance: 100, stock: null };
  const order = { ...ORDER, name: 'One', counts: asked.counts, settled: true, version: 1 };
  it.each([BULK, GROUPS, CALL, EMAIL])('asks what stopping costs of the own kind: $base', async (kind) => {
    useSession.setState({ permissions: [`${kind.perm}:stop`] });
    const calls = serve(() => ok(asked));
    const { user } = await show(
      <OrderKindProvider value={kind}>
        <ActionButtons order={{ ...order, status: 3 } as unknown as CommonDetail} onGone={() => {}} />
      </OrderKindProvider>,
    );
    await user.click(screen.getByRole('button', { name: /Stop/ }));
    await within(await screen.findByRole('dialog')).findByText(/3,500\.50/);
    expect(calls.map((c) => c.url)).toEqual([expect.stringContaining(`${kind.base}/o1/stop`)]);
  });
  it.each([BULK, GROUPS, CALL, EMAIL])('asks what a retry costs of the own kind: $base', async (kind) => {
    useSession.setState({ permissions: [`${kind.perm}:retry`] });
    const calls = serve(() => ok(asked));
    const { user } = await show(
      <OrderKindProvider value={kind}>
        <ActionButtons
          order={
            {
              ...order,
              status: 6,
              channel: 'whatsapp',
              countryCode: 'BR',
              counts: { failed: 1 },
            } as unknown as CommonDetail
          }
          onGone={() => {}}
        />
      </OrderKindProvider>,
    );
    await user.click(screen.getByRole('button', { name: /Retry/ }));
    await within(await screen.findByRole('dialog')).findByText(/5\.00/);
    for (const { url } of calls) expect(url).toContain(`${kind.base}/o1/retry`);
  });
});

function Limit() {
  return <output>{useLimit('order.appointment.days')}</output>;
}

describe('a limit of forms', () => {
  const shown = async () => {
    await show(<Limit />);
    return screen.getByRole('status');
  };
  it('is the setting', async () => {
    const calls = serve(() => ok({ key: 'order.appointment.days', value: 14 }));
    const limit = await shown();
    await waitFor(() => expect(limit).toHaveTextContent(/^14$/));
    expect(calls[0]?.url).toContain('/lop/system/config/order.appointment.days');
  });
  it('is none when it is set to none', async () => {
    serve(() => ok({ key: 'order.appointment.days', value: 0 }));
    const limit = await shown();
    await waitFor(() => expect(limit).toHaveTextContent(/^0$/));
  });
  it.each([
    ['nobody answers', () => refuse(403, 403, 'no')],
    ['it is no number', () => ok({ key: 'order.appointment.days', value: 'many' })],
    ['it is empty', () => ok({ key: 'order.appointment.days', value: '' })],
    ['it is below zero', () => ok({ key: 'order.appointment.days', value: -1 })],
  ])('is the shipped one where %s', async (_, answer) => {
    const calls = serve(answer);
    const limit = await shown();
    await waitFor(() => expect(calls.length).toBe(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(limit).toHaveTextContent(/^3$/);
  });
});

describe('the day of a stock', () => {
  const open = async (tab: string) => {
    const calls = serve((c) =>
      ok(c.url.includes('/bgo/') ? { num: 5 } : c.url.includes('/countrys') ? [] : { records: [], total: 0 }),
    );
    const { user } = await show(<StockModal open onClose={() => {}} />);
    await user.click(await screen.findByRole('tab', { name: tab }));
    const day = await screen.findByLabelText<HTMLInputElement>('Date');
    return { calls, day, user };
  };
  const asked = (calls: { url: string }[], part: string) => calls.filter((c) => c.url.includes(part)).map((c) => c.url);
  it('of SMS cards is today at +08:00, then the day that the user picks, and today again without one', async () => {
    const { calls, day } = await open('Card-dealer SMS');
    expect(day.value).toBe(dayAtEight());
    await waitFor(() => expect(asked(calls, `date=${dayAtEight()}`)).toHaveLength(1));
    fireEvent.change(day, { target: { value: '2026-11-20' } });
    await waitFor(() => expect(asked(calls, 'date=2026-11-20')).toHaveLength(1));
    fireEvent.change(day, { target: { value: '' } });
    expect(day.value).toBe(dayAtEight());
  });
  it('of groups is part of the path', async () => {
    const { calls, day } = await open('Groups');
    await waitFor(() => expect(asked(calls, `/bgo/buildgroup/resource/num/${dayAtEight()}`)).toHaveLength(1));
    fireEvent.change(day, { target: { value: '2026-11-20' } });
    await waitFor(() => expect(asked(calls, '/bgo/buildgroup/resource/num/2026-11-20')).toHaveLength(1));
    expect(await screen.findByText('2026-11-20')).toBeVisible();
  });
  it('is that of +08:00 in every time zone of the browser', () => {
    expect(dayAtEight(new Date('2026-11-21T15:59:59Z'))).toBe('2026-11-21');
    expect(dayAtEight(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22');
  });
});
