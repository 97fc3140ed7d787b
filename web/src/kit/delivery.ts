/** Counts of an order's recipients that the delivery rate needs. */
export type Reached = {
  counts: Partial<Record<string, number>> | null;
  /** Failed recipients that were never called, by reason. */
  heldByReason?: Record<string, number> | null;
};

export type Delivery = { called: number; delivered: number; deliveryRate: number };

const sum = (all: Iterable<number | undefined>) => [...all].reduce((s: number, n) => s + (n ?? 0), 0);

/**
 * The one delivery rate (decisions §14): delivered, that is arrived or read, of all recipients that were called and are not under way.
 * The server's `order.Reach` is the same; `pkg/campaign/order/testdata/delivery.json` holds them together. Groups are no recipients.
 */
export function deliveryOf({ counts, heldByReason }: Reached): Delivery {
  const c = counts ?? {};
  if ('building' in c) return { called: 0, delivered: 0, deliveryRate: 0 };
  const delivered = sum([c.arrived, c.read, c.complained]);
  const called = Math.max(0, delivered + sum([c.sent, c.failed, c.unknown]) - sum(Object.values(heldByReason ?? {})));
  const rate = called > 0 ? Math.round((Math.min(delivered, called) / called) * 1e4) / 1e4 : 0;
  return { called, delivered, deliveryRate: rate };
}
