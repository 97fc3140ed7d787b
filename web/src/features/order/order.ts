import type { Data, Permission, RecordOf } from '@/kit/api/types';
import actions from './actions.json';

export type Order = RecordOf<'/gc/groupsendorder/page'>;
export type OrderDetail = Data<'get', '/gc/groupsendorder/{id}'>;
export type Action = keyof typeof actions;

/** States of a recipient as they are counted, the furthest first. */
export const STATES = ['read', 'arrived', 'sent', 'sending', 'unknown', 'failed', 'complained', 'toSend'] as const;
export type State = (typeof STATES)[number];

export const STATUS = { review: 1, sending: 3, paused: 4, settling: 7, stopped: 8 } as const;

const PERMISSION: Record<Action, Permission> = {
  approve: 'gc:groupsendorder:review',
  refuse: 'gc:groupsendorder:review',
  pause: 'gc:groupsendorder:pause',
  start: 'gc:groupsendorder:start',
  cancel: 'gc:groupsendorder:cancel',
  stop: 'gc:groupsendorder:stop',
  edit: 'gc:groupsendorder:edit',
  retry: 'gc:groupsendorder:retry',
  refund: 'gc:groupsendorder:refund',
  delete: 'gc:groupsendorder:del',
};

export function countOf(o: Pick<Order, 'counts'>, state: State): number {
  return o.counts[state] ?? 0;
}

/** Recipients of whom nothing is left to send. */
export function handled(o: Pick<Order, 'counts' | 'total'>): number {
  return Math.max(0, o.total - countOf(o, 'toSend') - countOf(o, 'sending'));
}

/** Whether the state allows an action: the table is the server's (a test there holds them together). */
export function allowed(action: Action, o: Order): boolean {
  if (!(actions[action] as readonly number[]).includes(o.status)) return false;
  switch (action) {
    case 'cancel':
      return !o.generation && (o.status !== STATUS.paused || countOf(o, 'toSend') === o.total);
    case 'retry':
      return o.actualCost !== null && countOf(o, 'failed') > 0;
    case 'refund':
      return 'refundable' in o && Number(o.refundable) > 0;
    case 'edit':
      return !o.generation;
    default:
      return true;
  }
}

/** The actions that a user with these permissions has on an order. */
export function actionsOf(o: Order, can: (permission: Permission) => boolean): Action[] {
  return (Object.keys(PERMISSION) as Action[]).filter((a) => can(PERMISSION[a]) && allowed(a, o));
}

/** States in which the counts still move by themselves: also of a paused order, by receipts and by whoever lets it go on. */
export function moving(o: Pick<Order, 'status'> | undefined): boolean {
  return o !== undefined && [2, 3, 4, 7, 8].includes(o.status);
}

/** Whether what was not sent never will be. */
export function over(o: Pick<Order, 'status'>): boolean {
  return [5, 6, 7, 8, 9, 10].includes(o.status);
}

/** Whether an order ended before anybody was sent anything. */
export function neverSent(o: Pick<Order, 'status' | 'counts' | 'total'>): boolean {
  return over(o) && countOf(o, 'toSend') === o.total;
}
