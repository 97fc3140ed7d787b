import { describe, expect, it } from 'vitest';
import { DAY_PRESETS, dayOf, daysOf } from '@/lib/dayPresets';

const at = (now: string) =>
  Object.fromEntries(DAY_PRESETS.map((preset) => [preset, daysOf(preset, new Date(now)).join(' ')]));

it('a range in an address is a preset of any day, or two days', () => {
  const now = new Date('2026-12-31T16:00:00Z');
  expect([dayOf('yesterday', true, now), dayOf('last7', false, now), dayOf('2026-02-03', false, now)]).toEqual([
    ...['2026-12-31', '2026-12-26', '2026-02-03'],
  ]);
});

describe('ranges of days', () => {
  it('are days at +08:00, where it may be another day, month and year already', () => {
    expect(at('2026-12-31T16:00:00Z')).toEqual({
      today: '2027-01-01 2027-01-01',
      yesterday: '2026-12-31 2026-12-31',
      last7: '2026-12-26 2027-01-01',
      last30: '2026-12-03 2027-01-01',
      thisMonth: '2027-01-01 2027-01-01',
      lastMonth: '2026-12-01 2026-12-31',
    });
    expect(at('2028-03-30T15:59:59Z')).toMatchObject({
      today: '2028-03-30 2028-03-30',
      lastMonth: '2028-02-01 2028-02-29',
    });
  });
});
