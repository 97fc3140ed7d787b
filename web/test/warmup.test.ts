import { expect, test } from 'vitest';
import { planOf } from '@/features/emailsender/plan';
import plans from '../../pkg/campaign/emailsender/testdata/plans.json';

test('the console counts the days of a warm-up as the server does', () => {
  for (const { plan, ...warmUp } of plans) expect(planOf(warmUp)).toEqual(plan);
});
