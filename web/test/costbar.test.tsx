import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Preview } from '@/features/order/Preview';
import { SentBy } from '@/features/order/SentBy';
import { useSession } from '@/lib/session';
import { CostBar } from '@/ordering/CostBar';
import { ReviewNote } from '@/ordering/ReviewNote';
import { show } from './util';

const estimate = (data?: object, more?: object) =>
  ({ data, isError: false, isPlaceholderData: false, ...more }) as never;
const known = { cost: 10.5, targets: 3, balance: 100 };

beforeEach(() =>
  useSession.setState({ info: { userId: 'me' } as never, permissions: [], attributes: { type: 2 } as never }),
);

describe('the cost bar of the composer', () => {
  it('keeps the last figures, dimmed, until the next ones are there', async () => {
    const { again } = await show(<CostBar estimate={estimate(known)} ready />);
    const bar = () => screen.getByTestId('cost-bar');
    expect(bar()).toHaveTextContent('10.50');
    expect(bar()).toHaveAttribute('data-old', 'false');
    await again(<CostBar estimate={estimate(known)} ready={false} />);
    expect(bar()).toHaveTextContent('10.50');
    expect(bar()).toHaveAttribute('data-old', 'true');
    await again(<CostBar estimate={estimate({ ...known, cost: 14, targets: 4 })} ready />);
    expect(bar()).toHaveTextContent('14.00');
    expect(bar()).toHaveAttribute('data-old', 'false');
  });
  it('shows the recipients of a list before there is an estimate', async () => {
    await show(<CostBar estimate={estimate()} ready={false} recipients={26} />);
    expect(screen.getByTestId('cost-bar')).toHaveTextContent('26');
  });
});

describe('a text message', () => {
  it('is previewed without the look of WhatsApp', async () => {
    await show(<Preview message={{ channel: 'sms', type: 'text', text: 'Hello' }} />);
    expect(screen.getByRole('figure')).toHaveAttribute('data-plain', 'true');
  });
  it('names its provider to staff only', async () => {
    const order = { channel: 'sms', provider: 'aws', senderId: 'SHOP' } as never;
    const { again } = await show(<SentBy order={order} />);
    expect(document.body).not.toHaveTextContent('aws');
    useSession.setState({ attributes: { type: 1 } as never });
    await again(<SentBy order={order} />);
    expect(document.body).toHaveTextContent('aws');
  });
});

describe('an order under review', () => {
  it('tells its customer what comes next', async () => {
    const { again } = await show(<ReviewNote order={{ status: 1 } as never} />);
    expect(screen.getByRole('alert')).toHaveTextContent('It starts once it’s approved');
    await again(<ReviewNote order={{ status: 1, reviewMinutes: 25 } as never} />);
    expect(screen.getByRole('alert')).toHaveTextContent('usually within 25');
  });
});
