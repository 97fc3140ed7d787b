import { dayAtEight } from '@/lib/format';

/** Ranges of days that are chosen with one click. The address keeps their names, so that a saved view means its days of any day. */
export const DAY_PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

const isPreset = (value: string): value is DayPreset => DAY_PRESETS.includes(value as DayPreset);

/** The first and the last day of a preset (yyyy-mm-dd), as of a moment at +08:00; both are part of it. */
export function daysOf(preset: DayPreset, now = new Date()): [string, string] {
  const today = dayAtEight(now);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const at = (m: number, d: number) => new Date(Date.UTC(year, m - 1, d)).toISOString().slice(0, 10);
  const before = (days: number) => at(month, day - days);
  switch (preset) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [before(1), before(1)];
    case 'last7':
      return [before(6), today];
    case 'last30':
      return [before(29), today];
    case 'thisMonth':
      return [at(month, 1), today];
    case 'lastMonth':
      return [at(month - 1, 1), at(month, 0)];
  }
}

/** The day that one end of a range has: the value itself, or that of the preset that it names. */
export function dayOf(value: string, end: boolean, now = new Date()): string {
  return isPreset(value) ? daysOf(value, now)[end ? 1 : 0] : value;
}
