import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '@/features/customer/customer';
import { useCustomerActions } from '@/features/customer/useCustomerActions';
import type { OrderDetail } from '@/features/order/order';
import type { LabelledRowAction } from '@/kit/resource/descriptor';
import { RowActions } from '@/kit/resource/RowActions';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ActionButtons } from '@/ordering/ActionButtons';
import { ScreenModal } from '@/ordering/screening/ScreenModal';
import { ok, refuse, serve } from './server';
import { show } from './util';

function grant(type: number, ...permissions: string[]) {
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions,
    attributes: { type } as never,
  });
}

beforeEach(() => queryClient.clear());

const row = { userId: 'c', name: 'Ana', type: 2, activated: true } as Customer;

function Acts() {
  const actions = useCustomerActions(() => {}) as LabelledRowAction<Customer>[];
  return <RowActions row={row} actions={actions} page={{} as never} changes={[]} />;
}

/** The cost that each paying call expected. */
const expected = (calls: { method: string; body?: unknown }[], method: string) =>
  calls.filter((c) => c.method === method).map((c) => (c.body as { expectedCost?: number }).expectedCost);

describe('a cost that rose', () => {
  it('is shown anew in the dialog of a screening, which never pays an unknown one', async () => {
    grant(2);
    let cost = 100;
    const calls = serve(({ method }) => {
      if (method === 'POST' && cost === 100) {
        cost = 150;
        return refuse(409, 40922, 'It costs more');
      }
      return ok({ members: 1000, price: 0.1, minimum: 1000, cost, balance: 900, enough: true });
    });
    const { user } = await show(
      <ScreenModal target="contact" collection={{ id: 'g', name: 'People' }} onClose={() => {}} />,
    );
    const dialog = await screen.findByRole('dialog');
    const start = await within(dialog).findByRole('button', { name: 'Start screening' });
    await waitFor(() => expect(start).toBeEnabled());
    await user.click(start);
    await waitFor(() => expect(dialog).toHaveTextContent('150.00'));
    await user.click(start);
    await waitFor(() => expect(expected(calls, 'POST')).toEqual([100, 150]));
  });

  it('is named before an agent gives a year, and asked for anew when it is refused', async () => {
    grant(11, 'proxy:give:saas');
    let cost = 500;
    const calls = serve(({ method }) => {
      if (method === 'PUT' && cost === 500) {
        cost = 700;
        return refuse(409, 40922, 'It costs more');
      }
      return ok({ price: 0, amount: cost, giveAmount: cost, expireTime: '2031-01-01T00:00:00Z' });
    });
    const { user } = await show(<Acts />);
    // jsdom ends no transition: antd's loading icon stays in the name, and a closed dialog in the page.
    const give = () => screen.getAllByRole('button', { name: /Give a year$/ })[0] as HTMLElement;
    const confirm = async (text: string) => {
      await waitFor(() => expect(give()).toBeEnabled());
      await user.click(give());
      const dialog = (await screen.findByText(new RegExp(text))).closest<HTMLElement>('[role=dialog]');
      await user.click(within(dialog as HTMLElement).getByRole('button', { name: 'Give a year' }));
    };
    await confirm('Extends the service by a year from now or from its current end date. You pay 500.00 credits.');
    const prices = () => calls.filter((c) => c.method === 'GET' && c.url.includes('/pay/saas/price'));
    await waitFor(() => expect(prices()).toHaveLength(2));
    await confirm('Extends the service by a year from now or from its current end date. You pay 700.00 credits.');
    expect(expected(calls, 'PUT')).toEqual([500, 700]);
  });

  it('is known before the question about a retry is put', async () => {
    grant(2, 'gc:groupsendorder:retry');
    let answer = () => {};
    const told = new Promise<void>((done) => {
      answer = done;
    });
    const calls = serve(async ({ method }) => {
      if (method === 'GET') await told;
      return ok({ targets: 1, price: 7, cost: 7, balance: 9, stock: null });
    });
    const order = { id: 'o1', status: 6, channel: 'whatsapp', countryCode: 'BR', total: 2, counts: { failed: 1 } };
    const { user } = await show(<ActionButtons order={order as unknown as OrderDetail} onGone={() => {}} />);
    await user.click(screen.getByRole('button', { name: /Retry/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
    answer();
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('7.00');
    await user.click(within(dialog).getByRole('button', { name: /Retry/ }));
    await waitFor(() => expect(expected(calls, 'PUT')).toEqual([7]));
  });
});
