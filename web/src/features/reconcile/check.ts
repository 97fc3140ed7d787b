import type { Data } from '@/kit/api/types';

export const CHECK = '/aty/accountstatement/reconcile';
export const RUNS = '/aty/accountstatement/reconcile/runs';
export const RUN = '/aty/accountstatement/reconcile/runs/{kind}/{id}';

export type Checked = Data<'get', typeof CHECK>;
export type Difference = NonNullable<Checked['items']>[number];
export type Past = Data<'get', typeof RUNS> extends (infer R extends object)[] | null ? R : never;

/** What is checked: the books by themselves, or payments against what their providers tell. */
export const CHECK_KINDS = ['books', 'payments'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** How many ended checks come at once (the server's). */
export const MAX_RUNS = 30;

/** What a check came to, and in which tone it is told. */
export function stateOf(of: Pick<Checked, 'found'> & { status?: Checked['status'] }) {
  if (of.status === 'running') return { key: 'running', tone: 'blue' } as const;
  return of.found === 0 ? ({ key: 'balanced', tone: 'green' } as const) : ({ key: 'differs', tone: 'red' } as const);
}

/** The platform's accounts, the largest first. */
export function accountsOf(of: Pick<Checked, 'platform'>): [string, number][] {
  const all = Object.entries((of.platform ?? {}) as Record<string, number>);
  return all.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
