import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Customer } from '@/features/customer/customer';
import { PriorityModal } from '@/features/customer/PriorityModal';
import { show } from './util';

it('the dialog of weights shows the present ones', async () => {
  const rows = [
    { userId: 'a', name: 'Ana', groupSendWeight: 300 },
    { userId: 'b', name: 'Bo' },
  ] as Customer[];
  await show(<PriorityModal rows={rows} onClose={() => {}} />);
  expect(await screen.findByText('Current weights: Ana 300 · Bo 0')).toBeInTheDocument();
});
