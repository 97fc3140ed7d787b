import type { Data } from '@/kit/api/types';

export type Checked = Data<'get', '/aty/accountstatement/reconcile'>;

/** What a check came to, and in which tone it is told. */
export function stateOf(of: Pick<Checked, 'status' | 'found'>) {
  if (of.status === 'running') return { key: 'running', tone: 'blue' } as const;
  return of.found === 0 ? ({ key: 'balanced', tone: 'green' } as const) : ({ key: 'differs', tone: 'red' } as const);
}

/** The platform's accounts, the largest first. */
export function accountsOf(of: Pick<Checked, 'platform'>): [string, number][] {
  const all = Object.entries((of.platform ?? {}) as Record<string, number>);
  return all.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
