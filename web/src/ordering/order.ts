import type { Permission } from '@/lib/api/types';
import actions from './actions.json';
import { type CommonRow, type OrderKind, permission } from './kind';

export type Action = keyof typeof actions;

export const STATUS = { review: 1, sending: 3, paused: 4, settling: 7, stopped: 8, refused: 9 } as const;

const VERB: Record<Action, string> = {
  approve: 'review',
  refuse: 'review',
  pause: 'pause',
  start: 'start',
  cancel: 'cancel',
  stop: 'stop',
  edit: 'edit',
  retry: 'retry',
  refund: 'refund',
  delete: 'del',
};

/** Targets by state, and those of the failed that were skipped. */
export type Counts = Pick<CommonRow, 'counts'> & Partial<Pick<CommonRow, 'heldByReason'>>;

type Counted = Counts & Pick<CommonRow, 'total'>;

/** Recipients that were never called, e.g. because they opted out. */
export function skippedCount(o: Counts): number {
  return Object.values(o.heldByReason ?? {}).reduce((sum, n) => sum + n, 0);
}

/** Targets in a state. The server counts skipped recipients among the failed; here they are a state of their own. */
export function countOf(o: Counts, state: string): number {
  if (state === 'skipped') return skippedCount(o);
  const n = o.counts[state] ?? 0;
  return state === 'failed' ? Math.max(0, n - skippedCount(o)) : n;
}

/** Targets for which nothing was done yet. */
export function pendingCount(o: Counts, kind: OrderKind): number {
  return countOf(o, kind.order[kind.order.length - 1] as string);
}

/** Targets that are done. */
export function processedCount(o: Counted, kind: OrderKind): number {
  return Math.max(0, o.total - kind.open.reduce((sum, s) => sum + countOf(o, s), 0));
}

/** Whether the state allows an action: the table is the server's (a test there holds them together). */
export function allowed(action: Action, o: CommonRow, kind: OrderKind): boolean {
  if (!(actions[action] as readonly number[]).includes(o.status)) return false;
  switch (action) {
    case 'cancel':
      return !o.generation && (o.status !== STATUS.paused || pendingCount(o, kind) === o.total);
    case 'retry':
      return o.actualCost !== null && (retryOffered(o) ?? countOf(o, 'failed') > 0);
    case 'refund':
      return 'refundable' in o && Number(o.refundable) > 0;
    case 'edit':
      return !o.generation;
    default:
      return true;
  }
}

/** Whether the server offers a retry, which a detail tells: not every failure can be mended. */
function retryOffered(o: CommonRow): boolean | undefined {
  return 'actions' in o && Array.isArray(o.actions) ? o.actions.includes('retry') : undefined;
}

/** The actions that a user with these permissions has on an order. */
export function actionsOf(o: CommonRow, can: (permission: Permission) => boolean, kind: OrderKind): Action[] {
  return (Object.keys(VERB) as Action[]).filter((a) => can(permission(kind, VERB[a])) && allowed(a, o, kind));
}

/** States in which the counts still change: also of a paused order, by receipts and when it is resumed. */
export function isRunning(o: Pick<CommonRow, 'status'> | undefined): boolean {
  return o !== undefined && [2, 3, 4, 7, 8].includes(o.status);
}

/** Whether the sub-orders of a split order are still missing: they exist once the server has planned the order. */
export function isUnplanned(o: { status: number; split?: number; subOrders?: unknown[] | null } | undefined): boolean {
  return o?.status === STATUS.review && (o.split ?? 0) > 1 && !o.subOrders?.length;
}

/** Whether what was not done never will be. */
export function isFinished(o: Pick<CommonRow, 'status'>): boolean {
  return [5, 6, 7, 8, 9, 10].includes(o.status);
}

/** Whether nothing was done of an order yet, or ever will be: it has no figures. */
export function isUntouched(o: Pick<CommonRow, 'status' | 'counts' | 'total'>, kind: OrderKind): boolean {
  return o.status === STATUS.review || o.status === STATUS.refused || wasNeverStarted(o, kind);
}

/** Whether an order ended before anything was done. */
export function wasNeverStarted(o: Pick<CommonRow, 'status' | 'counts' | 'total'>, kind: OrderKind): boolean {
  return isFinished(o) && pendingCount(o, kind) === o.total;
}
