import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Queues } from '@/features/welcome/Queues';
import { show } from './util';

const item = (key: string, count: number | null) => ({ key, label: key, count, to: `/${key}`, pending: false });

describe('what needs attention', () => {
  afterEach(cleanup);

  it('is a queue that is not empty, or whose count cannot be read', async () => {
    await show(<Queues items={[item('Review', 3), item('Paused', 0), item('USDT', null)]} />);
    expect(screen.getAllByRole('listitem').map((li) => li.textContent)).toEqual(['Review3', 'USDT–']);
    expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/Review');
  });

  it('is said to be nothing', async () => {
    await show(<Queues items={[item('Review', 0)]} />);
    expect(screen.getByText('You’re all caught up.')).toBeInTheDocument();
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  it('is not there for users without a queue', async () => {
    await show(<Queues items={[]} />);
    expect(screen.queryByText('Needs attention')).toBeNull();
  });
});
