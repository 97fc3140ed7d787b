import type { Data } from '@/lib/api/types';

export const CHECK = '/aty/accountstatement/reconcile';
export const RUNS = '/aty/accountstatement/reconcile/runs';
export const RUN = '/aty/accountstatement/reconcile/runs/{kind}/{id}';

export type Checked = Data<'get', typeof CHECK>;
export type Difference = NonNullable<Checked['items']>[number];
export type Past = Data<'get', typeof RUNS> extends (infer R extends object)[] | null ? R : never;

/** Kinds of checks: the ledger by itself, or payments against the records of their providers. */
export const CHECK_KINDS = ['books', 'payments'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** Number of ended checks in one response (set by the server). */
export const MAX_RUNS = 30;

/** The result of a check and the tone that shows it. */
export function stateOf(of: Pick<Checked, 'found'> & { status?: Checked['status'] }) {
  if (of.status === 'running') return { key: 'running', tone: 'blue' } as const;
  return of.found === 0 ? ({ key: 'balanced', tone: 'green' } as const) : ({ key: 'differs', tone: 'red' } as const);
}

/** The platform's accounts, the largest first. */
export function accountsOf(of: Pick<Checked, 'platform'>): [string, number][] {
  const all = Object.entries((of.platform ?? {}) as Record<string, number>);
  return all.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
