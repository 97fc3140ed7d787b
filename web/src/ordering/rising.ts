import { useState } from 'react';
import type { BulkDetail } from './kind';

export type Steps = NonNullable<BulkDetail['funnel']>;

export type Risen = Pick<BulkDetail, 'id' | 'total' | 'generation' | 'funnel' | 'counts'>;

/** Steps that nothing takes back: what a slow answer tells is older, not less. */
const RISE = ['heldBack', 'sent', 'arrived', 'read', 'replied'] as const;

/** The later of two answers about the same generation of an order, in whatever order they came. */
export function rise(before: Steps | undefined, now: Steps): Steps {
  if (!before) return now;
  const next = { ...now };
  for (const step of RISE) next[step] = Math.max(before[step], now[step]);
  return next;
}

const same = (a: Steps, b: Steps) => (Object.keys(a) as (keyof Steps)[]).every((k) => a[k] === b[k]);

/** An order's funnel, which never jumps back while the same order is looked at. */
export function useRising(order: Risen): Steps | undefined {
  const of = `${order.id}.${order.generation ?? 1}.${order.total}`;
  const [kept, keep] = useState<{ of: string; steps?: Steps }>({ of });
  if (!order.funnel) return undefined;
  const steps = rise(kept.of === of ? kept.steps : undefined, order.funnel);
  if (kept.of !== of || !kept.steps || !same(kept.steps, steps)) keep({ of, steps });
  return steps;
}
