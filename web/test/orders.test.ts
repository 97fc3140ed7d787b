import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { actionsOf, allowed, chargedSoFar, handled, type Order } from '@/features/order/order';
import { keyOf } from '@/kit/api/query';
import { mergeOrder } from '@/realtime/orders';

const order = (status: number, counts: Record<string, number> = { toSend: 10 }): Order => ({
  id: 'o1',
  orderNo: 'GS1',
  name: 'n',
  kind: 'bulk',
  status,
  channel: 'whatsapp',
  countryCode: 'BR',
  total: 10,
  counts,
  estimatedCost: 50,
  actualCost: null as unknown as number,
  customerId: 'u',
  customerName: 'c',
  startTime: null,
  createTime: '2026-11-21T00:00:00Z',
});

describe('actions', () => {
  it('follow the state', () => {
    const all = () => true;
    expect(actionsOf(order(1), all)).toEqual(['approve', 'refuse', 'cancel']);
    expect(actionsOf(order(3), all)).toEqual(['pause', 'stop']);
    expect(actionsOf(order(6), all)).toEqual(['delete']);
    expect(actionsOf(order(7), all)).toEqual([]);
  });
  it('follow the permissions', () => {
    expect(actionsOf(order(1), (p) => p !== 'gc:groupsendorder:review')).toEqual(['cancel']);
  });
  it('let a paused order be cancelled only while nothing was sent', () => {
    expect(allowed('cancel', order(4))).toBe(true);
    expect(allowed('cancel', order(4, { toSend: 9, sent: 1 }))).toBe(false);
  });
});

describe('figures', () => {
  it('count what is handled and charged', () => {
    const o = order(3, { toSend: 2, sending: 1, sent: 1, arrived: 2, read: 2, failed: 1, unknown: 1 });
    expect(handled(o)).toBe(7);
    expect(chargedSoFar(o)).toBe(25);
  });
});

describe('a live message', () => {
  const page = keyOf('/gc/groupsendorder/page', { query: { current: 1 } });
  const detail = keyOf('/gc/groupsendorder/{id}', { path: { id: 'o1' } });
  const filled = () => {
    const queries = new QueryClient();
    queries.setQueryData(page, { records: [order(3), { ...order(3), id: 'o2' }], total: 2, current: 1, size: 10 });
    queries.setQueryData(detail, { ...order(3), price: 5 });
    return queries;
  };

  it('is laid over the list and the detail', () => {
    const queries = filled();
    mergeOrder(queries, { id: 'o1', status: 3, counts: { toSend: 4, read: 6 } });
    expect(queries.getQueryData(detail)).toMatchObject({ price: 5, status: 3, counts: { read: 6 } });
    expect(queries.getQueryData(page)).toMatchObject({
      records: [{ counts: { read: 6 } }, { counts: { toSend: 10 } }],
    });
    expect(queries.getQueryState(detail)?.isInvalidated).toBe(false);
  });

  it('with a new state asks for the rest', () => {
    const queries = filled();
    mergeOrder(queries, { id: 'o1', status: 7, counts: { read: 10 } });
    expect(queries.getQueryState(detail)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(page)?.isInvalidated).toBe(true);
  });

  it('that is none changes nothing', () => {
    const queries = filled();
    for (const junk of [null, 'x', {}, { id: 'o1' }, { id: 'o1', status: 'a', counts: {} }]) mergeOrder(queries, junk);
    expect(queries.getQueryData(detail)).toMatchObject({ status: 3, counts: { toSend: 10 } });
  });
});
