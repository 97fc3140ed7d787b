import { expect, test } from 'vitest';
import { localTimes } from './RecipientTime';

const instant = new Date('2026-12-01T01:30:00Z');

test('the clocks of the recipients span the zones of their country', () => {
  expect(localTimes(instant, ['Asia/Shanghai'])?.map((d) => d.toISOString())).toEqual([
    '2026-12-01T09:30:00.000Z',
    '2026-12-01T09:30:00.000Z',
  ]);
  expect(localTimes(instant, ['America/Noronha', 'America/Rio_Branco'])?.map((d) => d.toISOString())).toEqual([
    '2026-11-30T20:30:00.000Z',
    '2026-11-30T23:30:00.000Z',
  ]);
});

test('without zones nothing is known', () => {
  expect(localTimes(instant, [])).toBeUndefined();
});
