import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { type Draft, draftOf, valuesOf } from '@/features/order/draft';
import type { Order } from '@/features/order/order';
import { toRequest } from '@/features/order/request';
import { keyOf } from '@/lib/api/query';
import { mergeOrder } from '@/lib/realtime/orders';
import { shortageOf } from '@/ordering/EstimateCard';
import { BULK } from '@/ordering/kind';
import * as ordering from '@/ordering/order';
import type { Collection } from '@/ordering/target';

const { isRunning: moving, isFinished: over, isUnplanned: unplanned } = ordering;
const actionsOf = (o: Order, can: Parameters<typeof ordering.actionsOf>[1]) => ordering.actionsOf(o, can, BULK);
const allowed = (a: ordering.Action, o: Order) => ordering.allowed(a, o, BULK);
const handled = (o: Order) => ordering.processedCount(o, BULK);
const neverSent = (o: Order) => ordering.wasNeverStarted(o, BULK);

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
  version: 1,
  actualCost: null as unknown as number,
  customerId: 'u',
  customerName: 'c',
  startTime: null,
  createTime: '2026-11-21T00:00:00Z',
});

describe('actions', () => {
  it('follow the state', () => {
    const all = () => true;
    expect(actionsOf(order(1), all)).toEqual(['approve', 'refuse', 'cancel', 'edit']);
    expect(actionsOf(order(3), all)).toEqual(['pause', 'stop']);
    expect(actionsOf(order(6), all)).toEqual(['delete']);
    expect(actionsOf(order(7), all)).toEqual([]);
  });
  it('follow the permissions', () => {
    expect(actionsOf(order(1), (p) => p !== 'gc:groupsendorder:review')).toEqual(['cancel', 'edit']);
  });
  it('let a paused order be cancelled only while nothing was sent', () => {
    expect(allowed('cancel', order(4))).toBe(true);
    expect(allowed('cancel', order(4, { toSend: 9, sent: 1 }))).toBe(false);
  });
});

describe('figures', () => {
  it('count what is handled', () => {
    const o = order(3, { toSend: 2, sending: 1, sent: 1, arrived: 2, read: 2, failed: 1, unknown: 1 });
    expect(handled(o)).toBe(7);
  });
});

describe('what the pages ask and say of a state', () => {
  it('a paused order still moves, for staff too', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((s) => moving(order(s)))).toEqual([2, 3, 4, 7, 8]);
  });
  it('a split order under review waits for its sub-orders', () => {
    expect(unplanned({ ...order(1), split: 3 })).toBe(true);
    expect(unplanned({ ...order(1), split: 3, subOrders: [{}] })).toBe(false);
    expect(unplanned({ ...order(1), split: 0 })).toBe(false);
    expect(unplanned({ ...order(3), split: 3 })).toBe(false); // it is asked again anyway
  });
  it('a refused or cancelled order has nothing to be sent any more', () => {
    for (const s of [5, 9]) expect(neverSent(order(s))).toBe(true);
    expect(neverSent(order(8, { toSend: 4, sent: 6 }))).toBe(false);
    expect(neverSent(order(1))).toBe(false);
    expect(over(order(8))).toBe(true);
  });
  it('a short stock is not missing credit', () => {
    const e = { targets: 10, price: 1, cost: 10, balance: 50, refused: null, finishTime: '' };
    expect(shortageOf({ ...e, stock: 4, enough: false })).toBe('stock');
    expect(shortageOf({ ...e, stock: null as never, enough: false, balance: 5 })).toBe('credit');
    expect(shortageOf({ ...e, stock: 10, enough: true })).toBeUndefined();
  });
});

describe('a draft', () => {
  const base = { id: 'd', name: 'n', channel: 'whatsapp', groupId: 'g', countryCode: 'BR' };
  const collection = { id: 'g', name: 'c', countryCode: 'BR', memberCount: 3 } as Collection;
  const picture = { name: 'file', url: 'https://x/file' };
  const cases: Draft['message'][] = [
    { type: 'text', text: 'hi' },
    { type: 'image', text: 'caption', mediaId: 'm' },
    { type: 'video', text: 'caption', mediaId: 'm' },
    {
      type: 'link',
      link: { title: 't', summary: 's', thumbnailId: 'th', url: 'https://x', content: 'c', button: { name: 'b' } },
    },
    { type: 'template', templateId: 'offer/pt_BR', mediaId: 'm', placeholders: [{ name: 'a', content: 'b' }] },
  ];
  for (const message of cases) {
    it(`with a ${message.type} comes back as it was, and is ordered so`, () => {
      const values = valuesOf({ ...base, message } as unknown as Draft, { collection, picture });
      expect(values.message?.type).toBe(message.type);
      const clean = (m: unknown) => JSON.parse(JSON.stringify(m));
      expect(clean(draftOf(values)?.message)).toEqual(message);
      expect(clean(toRequest(values)?.message)).toEqual(message);
    });
  }
  it('of a short message keeps who sends it', () => {
    const given = { ...base, channel: 'sms', provider: 'aws', senderId: 'HERALD', message: cases[0] };
    const values = valuesOf(given as unknown as Draft, { collection });
    expect(draftOf(values)).toMatchObject({ channel: 'sms', provider: 'aws', senderId: 'HERALD' });
    expect(toRequest({ ...values, channel: 'whatsapp' })).toMatchObject({ channel: 'whatsapp' });
    expect(toRequest({ ...values, channel: 'whatsapp' })?.provider).toBeUndefined();
  });
  it('whose kind is changed leaves behind what belonged to the other', () => {
    const values = valuesOf({ ...base, message: cases[2] } as unknown as Draft, { collection, picture });
    const changed = { ...values, message: { ...values.message, type: 'image' as const } };
    expect(draftOf(changed)?.message.mediaId).toBeUndefined();
    expect(toRequest(changed)).toBeUndefined();
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
