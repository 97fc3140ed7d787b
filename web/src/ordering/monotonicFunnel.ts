import { useState } from 'react';
import type { BulkDetail } from './kind';

export type FunnelSteps = NonNullable<BulkDetail['funnel']>;

export type FunnelOrder = Pick<BulkDetail, 'id' | 'total' | 'generation' | 'funnel' | 'counts'>;

/** Steps that never decrease: a lower figure comes from an older answer. */
const MONOTONIC_STEPS = ['heldBack', 'sent', 'arrived', 'read', 'replied'] as const;

/** Merges two answers about the same generation of an order, which may arrive in any order. */
export function monotonicFunnel(before: FunnelSteps | undefined, now: FunnelSteps): FunnelSteps {
  if (!before) return now;
  const next = { ...now };
  for (const step of MONOTONIC_STEPS) next[step] = Math.max(before[step], now[step]);
  return next;
}

const same = (a: FunnelSteps, b: FunnelSteps) => (Object.keys(a) as (keyof FunnelSteps)[]).every((k) => a[k] === b[k]);

/** An order's funnel, which never jumps back while the same order is looked at. */
export function useMonotonicFunnel(order: FunnelOrder): FunnelSteps | undefined {
  const of = `${order.id}.${order.generation ?? 1}.${order.total}`;
  const [kept, keep] = useState<{ of: string; steps?: FunnelSteps }>({ of });
  if (!order.funnel) return undefined;
  const steps = monotonicFunnel(kept.of === of ? kept.steps : undefined, order.funnel);
  if (kept.of !== of || !kept.steps || !same(kept.steps, steps)) keep({ of, steps });
  return steps;
}
