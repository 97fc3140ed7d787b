import type { Data } from '@/lib/api/types';

export const FIGURES = '/dmp/operation';

export type Figures = Data<'get', typeof FIGURES>;
type RowOf<T> = NonNullable<T> extends (infer R)[] ? R : never;
export type Queue = RowOf<Figures['queues']>;
export type Scheduler = NonNullable<Figures['scheduler']>;
export type Sender = RowOf<Figures['senders']>;
export type Load = NonNullable<Figures['load']>;
export type Provider = RowOf<Load['providers']>;
export type Reconciliation = RowOf<Figures['reconciliations']>;

/** Parts of the page; the first is what it opens with. */
export const PARTS = ['overview', 'work', 'senders', 'load', 'dead'] as const;
export type PartName = (typeof PARTS)[number];

/** Pages of the order kinds, by the kind as the server names it. The beginning of a task's name is that of its order. */
export const ORDER_PAGES: Record<string, string> = {
  bulk: 'gc/order',
  group: 'bgo/group',
  call: 'call/order',
  email: 'edm/order',
  comment: 'comment/order',
  channel: 'channel/order',
};

/** The sum of a figure of all rows. */
export const sum = <T>(rows: readonly T[] | null | undefined, of: (row: T) => number): number =>
  (rows ?? []).reduce((all, row) => all + of(row), 0);
