import dayjs, { type Dayjs } from 'dayjs';
import { dayAtEight } from '@/lib/format';

/** Ranges of days that are chosen with one click. */
export const DAY_PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

/** The first and the last day of a preset, as of a moment at +08:00; both are part of it. */
export function daysOf(preset: DayPreset, now = new Date()): [Dayjs, Dayjs] {
  const today = dayjs(dayAtEight(now));
  const month = today.startOf('month');
  switch (preset) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [today.subtract(1, 'day'), today.subtract(1, 'day')];
    case 'last7':
      return [today.subtract(6, 'day'), today];
    case 'last30':
      return [today.subtract(29, 'day'), today];
    case 'thisMonth':
      return [month, today];
    case 'lastMonth':
      return [month.subtract(1, 'month'), month.subtract(1, 'day')];
  }
}
