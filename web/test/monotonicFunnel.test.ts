import { describe, expect, it } from 'vitest';
import { type FunnelSteps, monotonicFunnel } from '@/ordering/monotonicFunnel';

const steps = (more: Partial<FunnelSteps>): FunnelSteps => ({
  targets: 100,
  heldBack: 0,
  sent: 0,
  arrived: 0,
  read: 0,
  replied: 0,
  failed: 0,
  unknown: 0,
  ...more,
});

describe('the funnel of an order', () => {
  it('never jumps back when answers come in another order', () => {
    const late = steps({ sent: 40, arrived: 30, read: 5, failed: 2 });
    const early = steps({ sent: 20, arrived: 10, read: 1, failed: 4, unknown: 3 });
    expect(monotonicFunnel(late, early)).toEqual(steps({ sent: 40, arrived: 30, read: 5, failed: 4, unknown: 3 }));
  });
  it('lets failures and doubt fall: a later receipt clears them', () => {
    expect(monotonicFunnel(steps({ failed: 4, unknown: 9 }), steps({ sent: 13 }))).toEqual(steps({ sent: 13 }));
  });
});
