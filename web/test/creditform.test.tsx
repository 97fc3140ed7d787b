import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CreditForm, type CreditMove } from '@/kit/pay/CreditForm';
import { forgetPending } from '@/lib/api/idempotency';
import { request } from '@/lib/api/request';
import { loadWords } from '@/lib/i18n/words';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

const onClose = vi.fn();
const recharge: CreditMove = {
  title: 'Recharge',
  submit: 'Recharge',
  parties: [{ userId: 'c', sign: 1 }],
  key: 'recharge c',
  send: ({ amount, remark }) =>
    request('put', '/aty/customerinfo/recharge', { body: { userId: 'c', amount, currency: 'RMB', remark } }),
};
const withdrawal: CreditMove = {
  ...recharge,
  title: 'Withdraw',
  submit: 'Withdraw',
  parties: [{ userId: 'c', sign: -1 }],
};

let answer: () => ReturnType<typeof ok>;
let calls: Call[] = [];
const puts = () => calls.filter((c) => c.method === 'PUT');
beforeEach(() => {
  queryClient.clear();
  forgetPending();
  onClose.mockClear();
  useSession.setState({ token: 't', refreshToken: 'r', info: { userId: 'u' } as never, permissions: [], ended: false });
  answer = () => ok(null);
  calls = serve(({ method, url }) => {
    if (method === 'PUT') return answer();
    return url.includes('/balances') ? ok([{ userId: 'c', available: 50 }]) : ok(null);
  });
});

async function opened(move: CreditMove) {
  await loadWords(['antd', 'money']);
  const it = await show(<CreditForm move={move} changes={[]} onClose={onClose} />);
  await screen.findByText('50.00 credits');
  return it;
}
const press = (name: string) => screen.getByRole('button', { name });

describe('a move of credit', () => {
  it('shows the balance after it, is sent once, and says how much was moved', async () => {
    const { user } = await opened(recharge);
    await user.type(screen.getByLabelText('Amount'), '7.5');
    expect(await screen.findByText('57.50 credits')).toBeVisible();
    await user.dblClick(press('Recharge'));
    await screen.findByText('Done: 7.50 credits');
    expect(puts().map((c) => c.body)).toEqual([{ userId: 'c', amount: 7.5, currency: 'RMB' }]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('that takes more than there is is not sent', async () => {
    const { user } = await opened(withdrawal);
    await user.type(screen.getByLabelText('Amount'), '50.01');
    await user.click(press('Withdraw'));
    await screen.findByText('The available balance is 50.00 credits');
    expect(puts()).toHaveLength(0);
  });

  it('without an answer can only be sent again, under the same key', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    const { user } = await opened(recharge);
    await user.type(screen.getByLabelText('Amount'), '7');
    await user.click(press('Recharge'));
    await screen.findByText('No response');
    expect(screen.getByLabelText('Amount')).toBeDisabled();
    answer = () => ok(null);
    await act(async () => press('Send again').click());
    await screen.findByText('Done: 7.00 credits');
    expect(new Set(puts().map((c) => c.headers['Idempotency-Key'])).size).toBe(1);
    expect(puts()).toHaveLength(2);
  });

  it('that the server refuses stays as it was typed', async () => {
    answer = () => refuse(400, 400, 'The daily limit is reached');
    const { user } = await opened(recharge);
    await user.type(screen.getByLabelText('Amount'), '7');
    await user.click(press('Recharge'));
    await waitFor(() => expect(document.body).toHaveTextContent('The daily limit is reached'));
    expect(screen.getByLabelText('Amount')).toHaveValue('7');
    expect(screen.getByLabelText('Amount')).toBeEnabled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
