import { describe, expect, it } from 'vitest';
import { change, daysLeft, line } from '@/features/welcome/trend';

describe('figures of days', () => {
  it('are compared with yesterday, if there was anything', () => {
    expect(change([4, 5, 10])).toBe(1);
    expect(change([10, 5])).toBeUndefined(); // the day is not over
    expect(change([5, 5])).toBeUndefined();
    expect(change([0, 5])).toBeUndefined();
    expect(change([5])).toBeUndefined();
  });

  it('say how long a balance lasts at the cost of full days', () => {
    expect(daysLeft(100, [10, 10, 500])).toBe(10); // today is not over
    expect(daysLeft(9, [10, 10, 0])).toBe(0);
    expect(daysLeft(100, [0, 0, 50])).toBeUndefined();
    expect(daysLeft(10_000, [1, 1, 1])).toBeUndefined();
    expect(daysLeft(100, [])).toBeUndefined();
  });

  it('become a line within its box', () => {
    expect(line([0, 5, 10], 20, 12)).toBe('0,11 10,6 20,1');
    expect(line([0, 0], 10, 12)).toBe('0,11 10,11');
    expect(line([3], 10, 12)).toBe('0,1');
  });
});
