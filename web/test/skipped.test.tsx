import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ActionButtons } from '@/ordering/ActionButtons';
import { Activity } from '@/ordering/Activity';
import { Delivery } from '@/ordering/Delivery';
import { Figures } from '@/ordering/Figures';
import { Funnel } from '@/ordering/Funnel';
import { BULK, type CommonDetail } from '@/ordering/kind';
import { OrderReason } from '@/ordering/OrderReason';
import { allowed, countOf } from '@/ordering/order';
import { show } from './util';

/** 26 recipients: 25 delivered, and one that opted out, which the server counts among the failed. */
const order = {
  id: 'o1',
  status: 6,
  channel: 'whatsapp',
  countryCode: 'BR',
  total: 26,
  counts: { arrived: 20, read: 5, failed: 1, toSend: 0 },
  heldByReason: { optedOut: 1 },
  actualCost: 87.5,
  estimatedCost: 91,
  settled: true,
  price: 3.5,
} as unknown as CommonDetail;

const funnel = { targets: 26, heldBack: 1, sent: 25, arrived: 25, read: 5, replied: 0, failed: 0, unknown: 0 };

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions: ['gc:groupsendorder:add', 'gc:groupsendorder:del', 'gc:groupsendorder:retry'],
    attributes: { type: 2 } as never,
  });
});

const figure = (name: string) => document.querySelector(`[data-figure="${name}"]`);

describe('a skipped recipient', () => {
  it('is not failed: no retry is offered for it', () => {
    expect([countOf(order, 'failed'), countOf(order, 'skipped')]).toEqual([0, 1]);
    expect(allowed('retry', order, BULK)).toBe(false);
    expect(allowed('retry', { ...order, counts: { ...order.counts, failed: 2 } }, BULK)).toBe(true);
    expect(allowed('retry', { ...order, counts: { failed: 2 }, actions: ['refund'] } as never, BULK)).toBe(false);
  });
  it('stands apart from the failed, and lowers no delivery rate', async () => {
    await show(<Figures order={order} />);
    expect(figure('failed')).toHaveTextContent('0');
    expect(figure('skipped')).toHaveTextContent('1');
    expect(figure('arrived')).toHaveTextContent(/25\s*100/);
  });
});

describe('a text message', () => {
  it('has no figure of read messages', async () => {
    const sms = { ...order, channel: 'sms', counts: { arrived: 25, toSend: 1 }, heldByReason: undefined };
    const steps = { ...funnel, heldBack: 0, read: 0 };
    await show(
      <>
        <Figures order={sms as never} />
        <Funnel order={{ ...sms, funnel: steps } as never} replies={false} />
      </>,
    );
    expect(figure('read')).toBeNull();
    expect(screen.queryByTestId('funnel-read')).toBeNull();
    expect(screen.getByTestId('funnel-arrived')).toBeInTheDocument();
  });
});

describe('a refused order', () => {
  const refused = {
    ...order,
    status: 9,
    counts: { toSend: 26 },
    heldByReason: undefined,
    reason: 'No sender named.',
  } as never;
  it('says so, offers its correction first and has no funnel', async () => {
    await show(
      <>
        <OrderReason order={refused} />
        <ActionButtons order={refused} onGone={() => {}} />
        <Delivery order={refused} funnel={<i data-testid="funnel" />} />
      </>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Refused: No sender named.');
    expect(screen.getByRole('button', { name: 'Correct and place again' })).toHaveClass('ant-btn-primary');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.getByRole('button', { name: 'More actions' })).toBeInTheDocument();
    expect(screen.queryByTestId('funnel')).toBeNull();
  });
});

describe('the activity', () => {
  it('shows all events when asked', async () => {
    const events = ['placed', 'approved', 'started', 'sent', 'settled'].map((what, i) => ({
      time: `2030-01-0${i + 1}T00:00:00Z`,
      what,
      by: 'system',
    }));
    await show(<Activity order={{ events } as never} latest={4} />);
    expect(screen.queryByText('Placed')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(screen.getByText('Placed')).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
