import type { RecordOf } from '@/lib/api/types';

export const AUDIT_LIST = '/system/audit/page';
export type Line = RecordOf<typeof AUDIT_LIST>;

export type Verb = 'add' | 'edit' | 'del';

/** Returns the verb of a call, by its method. */
export function verbOf(action: string): Verb {
  if (action.startsWith('POST')) return 'add';
  return action.startsWith('DELETE') ? 'del' : 'edit';
}

/** The credits that a movement or an order records; nothing for other changes. */
export function amountOf({ after }: Pick<Line, 'after'>): number | undefined {
  const { amount: moved, cost, serial, serialNumber, orderNo } = fieldsOf(after);
  const amount = moved ?? cost;
  const known = serial ?? serialNumber ?? orderNo;
  return known !== undefined && typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount)
    ? Number(amount)
    : undefined;
}

export type Change = { field: string; before?: string; after?: string; changed: boolean };

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** A value as readers expect it: lists and texts by language without JSON syntax. */
const text = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isPlain)) return value.join(', ') || undefined;
  if (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isPlain))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${one}`)
      .join('; ');
  return JSON.stringify(value);
};

/** The fields of one side of a change; a bare value is the field `value`. */
export const fieldsOf = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
};

/** The old and new value of each field, changed fields first. */
export function changesOf(line: Pick<Line, 'before' | 'after'>): Change[] {
  const before = fieldsOf(line.before);
  const after = fieldsOf(line.after);
  // The result of each object of a batch is a technical detail.
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => field !== 'results');
  const all = names.map((field) => {
    const change = { field, before: text(before[field]), after: text(after[field]) };
    return { ...change, changed: change.before !== change.after };
  });
  return [...all.filter((c) => c.changed), ...all.filter((c) => !c.changed && c.before !== undefined)];
}
