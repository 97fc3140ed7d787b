import { expect, it } from 'vitest';
import { alertOf } from '@/features/customer/customer';

it('says whether the balance of a customer is below its alert', () => {
  expect(alertOf({ balance: 0 })).toBe('noAlert');
  expect(alertOf({ balance: -1, alertBelow: 0 })).toBe('noAlert');
  expect(alertOf({ balance: 99.99, alertBelow: 100 })).toBe('belowAlert');
  // The alert is sent below its threshold, not at it.
  expect(alertOf({ balance: 100, alertBelow: 100 })).toBe('alertAt');
});
