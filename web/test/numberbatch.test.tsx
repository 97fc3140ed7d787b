import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChannelOrderPage } from '@/features/channelorder/ChannelOrderPage';
import { toRequest } from '@/features/channelorder/request';
import Batches from '@/features/numberbatch/Batches';
import * as uploads from '@/kit/upload/upload';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { CHANNEL, OrderKindProvider } from '@/ordering/kind';
import { type Call, ok, serve } from './server';
import { show } from './util';

const counts = { total: 2, available: 2, reserved: 0, assigned: 0, returned: 0, broken: 0 };
const kind = { countryCode: 'BR', type: 'whatsapp', quality: 'high', age: 'new' };
const batch = (id: string, more: object) => ({
  ...kind,
  ...counts,
  id,
  batchNo: id,
  dealerName: 'Sunrise',
  source: 'file',
  state: 'ready',
  from: '2026-11-01',
  until: '',
  createTime: '2026-11-01T00:00:00Z',
  remark: '',
  ...more,
});

const done = { status: 'done', rows: 3, processed: 3, imported: 3, duplicated: 0, failed: 0, errors: [] };
const order = {
  ...kind,
  id: 'o1',
  orderNo: 'CH20261101-000001',
  name: 'Numbers',
  status: 1,
  channel: 'whatsapp',
  customerName: 'Ana',
  pick: 'random',
  amount: 2,
  total: 2,
  counts: { waiting: 2 },
  price: 2,
  estimatedCost: 4,
  settled: false,
  deadline: '2026-11-04T02:00:00Z',
  createTime: '2026-11-01T02:00:00Z',
  actions: [],
  admins: ['a', 'b'],
  administrators: [
    { id: 'a', phoneNumber: '5511987659999', countryCode: 'BR', servicerName: 'Bia' },
    { id: 'b', phoneNumber: '', countryCode: '', servicerName: '' },
  ],
};

function answer({ url, method }: Call) {
  if (url.includes('/kfsms/batch/page')) {
    const rows = [batch('B1', {}), batch('P1', { source: 'partner' }), batch('OFF', { state: 'disabled' })];
    return ok({ records: rows, total: rows.length });
  }
  if (url.includes('/kfsms/batch/B1')) return ok({ ...batch('B1', {}), import: done });
  if (url.includes('/channel/order/o1')) return ok(order);
  return ok(method === 'POST' ? {} : { records: [], total: 0 });
}

beforeEach(() => {
  queryClient.clear();
  window.localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    attributes: { type: 1 } as never,
    permissions: ['kfsms:batch:page', 'kfsms:batch:add', 'channel:order:page'],
  });
});

describe('a batch of numbers', () => {
  it('takes another file when it is ready and of files, and shows the import', async () => {
    const calls = serve(answer);
    vi.spyOn(uploads, 'upload').mockResolvedValue({ id: 'f2', name: 'more.txt' } as never);
    const { user } = await show(<Batches />);
    await screen.findByText('B1');
    const buttons = screen.getAllByRole('button', { name: 'Import a file' });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    const form = await screen.findByRole('dialog', { name: 'Import a file into B1' });
    const input = form.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['phoneNumber\n5511987650003\n'], 'more.txt', { type: 'text/plain' }));
    await within(form).findByText('more.txt');
    await user.click(within(form).getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(calls.some((c) => c.url.endsWith('/kfsms/batch/B1/import'))).toBe(true));
    expect(calls.find((c) => c.url.endsWith('/import'))).toMatchObject({ method: 'POST', body: { fileId: 'f2' } });
    await screen.findByText('3 imported, 0 known already, 0 rows refused');
  });
});

describe('an order of numbers', () => {
  it('names its administrators and the end of its reservation', async () => {
    serve(answer);
    await show(
      <OrderKindProvider value={CHANNEL}>
        <ChannelOrderPage id="o1" onBack={() => {}} />
      </OrderKindProvider>,
    );
    await screen.findByText(/98765-?9999 · Bia, Deleted number/);
    await screen.findByText('Numbers held until');
  });
});

it('asks for the stock of a changed order with its own numbers', () => {
  const values = { ...kind, name: 'n', pick: 'random', amount: 2, when: 'now' } as const;
  expect(toRequest(values, 'o1')).toMatchObject({ orderId: 'o1', amount: 2 });
  expect(toRequest(values)).not.toHaveProperty('orderId');
  expect(toRequest({ ...values, amount: null }, 'o1')).toBeUndefined();
});
