import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Messages } from '@/features/order/Messages';
import type { OrderDetail } from '@/features/order/order';
import { Preview, partsOf } from '@/features/order/Preview';
import { Targets } from '@/features/order/Targets';
import { keyOf } from '@/lib/api/query';
import { queryClient } from '@/lib/query';
import { mergeOrder } from '@/lib/realtime/orders';
import { useSession } from '@/lib/session';
import { RetryFacts } from '@/ordering/RetryFacts';
import { NextOrder } from '@/ordering/ReviewPanel';
import { ok, refuse, serve } from './server';
import { show } from './util';

const link = {
  header: 'Header',
  title: 'Title',
  summary: 'Summary',
  content: 'Text',
  thumbnailId: 'p',
  url: 'https://shop.example/a?b=c',
  button: { name: 'Open', url: 'https://other.example/d' },
};

const order = {
  id: 'o1',
  status: 6,
  channel: 'whatsapp',
  countryCode: 'BR',
  customerName: 'Ana',
  total: 2,
  counts: { read: 1, failed: 1 },
  actualCost: 5,
  message: { type: 'link', link },
} as unknown as OrderDetail;

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions: ['gc:groupsendorder:review', 'gc:groupsendorder:export'],
    attributes: { type: 1 } as never,
  });
});

describe('a link message', () => {
  it('is shown as WhatsApp gets it: one header, and the rest above the text', () => {
    expect(partsOf({ link })).toEqual({ header: '', body: 'Title\nSummary\nText' });
    expect(partsOf({ link: { ...link, header: undefined } })).toEqual({ header: '', body: 'Title\nSummary\nText' });
    const plain = { ...link, thumbnailId: undefined };
    expect(partsOf({ link: plain, text: 'More' })).toEqual({ header: 'Header', body: 'Title\nSummary\nText\nMore' });
    expect(partsOf({ link: { ...plain, header: '' } })).toEqual({ header: 'Title', body: 'Summary\nText' });
  });
  it('shows a blank for a picture that the browser has not', async () => {
    await show(<Preview message={{ type: 'link', link, picture: '' }} />);
    expect(screen.queryByRole('img', { name: 'Picture' })).toBeNull();
    expect(screen.queryByText('Header')).toBeNull();
  });
});

describe('the page of an order', () => {
  it('never shows the picture of before an edit', async () => {
    const calls = serve(({ url }) =>
      url.endsWith('/media') ? ok({ a: { url: `https://files.example/${calls.length}` } }) : refuse(404),
    );
    const of = (mediaId: string) =>
      ({ ...order, message: { type: 'image', mediaId, text: 'Appearance' } }) as unknown as OrderDetail;
    const { again } = await show(<Messages order={of('p')} />);
    const first = await waitFor(() => screen.getByRole('img', { name: 'Picture' }));
    expect(first).toHaveAttribute('src', 'https://files.example/1');
    await again(<Messages order={of('q')} />);
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'Picture' })).toHaveAttribute('src', 'https://files.example/2'),
    );
    await again(<Messages order={of('q')} />);
    expect(calls).toHaveLength(2);
  });
  it('shows the pictures of both messages, and where their buttons lead', async () => {
    serve(({ url }) =>
      url.endsWith('/media')
        ? ok({ a: { url: 'https://files.example/a' }, b: { url: 'https://files.example/b' } })
        : refuse(404),
    );
    const second = { message: { type: 'image', mediaId: 'q', text: 'Appearance' } };
    await show(<Messages order={{ ...order, ab: second } as unknown as OrderDetail} />);
    await waitFor(() => expect(screen.getAllByRole('img', { name: 'Picture' })).toHaveLength(2));
    const pictures = screen.getAllByRole('img', { name: 'Picture' });
    expect(pictures.map((p) => p.getAttribute('src'))).toEqual(['https://files.example/a', 'https://files.example/b']);
    expect(screen.getByText(link.url)).toBeInTheDocument();
    expect(screen.getByText(link.button.url)).toBeInTheDocument();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('tells why a recipient failed, exports all, and asks again for what is counted after the end', async () => {
    const rows = [{ phoneNumber: '5511987654321', state: 'failed', reason: 'No account', sentTime: null }];
    const calls = serve(({ url }) =>
      url.includes('/targets/page') ? ok({ records: rows, total: 1, current: 1, size: 10 }) : ok({}),
    );
    const asked = () => calls.filter((c) => c.url.includes('/targets/page')).length;
    const { again } = await show(<Targets order={order} />);
    await waitFor(() => expect(screen.getAllByText('No account')).toHaveLength(2)); // its column, and beneath the state on a phone
    expect(screen.getByRole('button', { name: /Export/ })).toBeInTheDocument();
    expect(asked()).toBe(1);
    await again(<Targets order={{ ...order }} />);
    expect(asked()).toBe(1);
    await again(<Targets order={{ ...order, counts: { read: 2 } }} />);
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('asks for its rows once more when it ends', async () => {
    const calls = serve(({ url }) =>
      url.includes('/targets/page') ? ok({ records: [], total: 0, current: 1, size: 10 }) : ok({}),
    );
    const asked = () => calls.filter((c) => c.url.includes('/targets/page')).length;
    const { again } = await show(<Targets order={{ ...order, status: 3 }} />);
    await waitFor(() => expect(asked()).toBe(1));
    await again(<Targets order={order} />);
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('counts the orders that wait besides this one, before and after it is reviewed', async () => {
    serve(() => ok({ waiting: 4, others: 3, next: 'o2', audience: {}, history: {} }));
    const { again } = await show(<NextOrder order={{ ...order, status: 1 }} />);
    await screen.findByRole('button', { name: 'Next order (3)' });
    await again(<NextOrder order={{ ...order, status: 9 }} />);
    expect(screen.getByRole('button', { name: 'Next order (3)' })).toBeInTheDocument();
  });

  it('asks what a retry costs while the question stands, and no more when it is done', async () => {
    const calls = serve(() => ok({ targets: 1, price: 1, cost: 1, balance: 9, stock: null }));
    const told = { current: undefined };
    await show(<RetryFacts order={order} told={told} />);
    await screen.findByText(/We reserve 1.00 credits/);
    expect(told.current).toBe(1);
    await act(() => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'get' }));
    expect(calls).toHaveLength(1);
  });
});

it('a live message asks for the rest of an order of two messages, which it does not tell', () => {
  const detail = keyOf('/gc/groupsendorder/{id}', { path: { id: 'o1' } });
  const invalidated = (known: object, counts: Record<string, number>) => {
    const queries = new QueryClient();
    queries.setQueryData(detail, known as never);
    mergeOrder(queries, { id: 'o1', status: 6, counts });
    return queries.getQueryState(detail)?.isInvalidated;
  };
  expect(invalidated({ ...order, ab: {} }, { read: 2 })).toBe(true);
  expect(invalidated({ ...order, ab: {} }, order.counts)).toBe(false);
  expect(invalidated(order, { read: 2 })).toBe(false);
});
