import { dayAtEight } from '@/lib/format';

export const DAYS = 14;
const DAY = 86_400_000;

type Line = { createTime: string; amount: number };
export type Day = { day: string; in: number; out: number };

/** Credit that came in and went out on each of the last days at +08:00; a day without lines is zero. */
export function byDay(lines: readonly Line[], now = new Date()): Day[] {
  const days: Day[] = Array.from({ length: DAYS }, (_, i) => ({
    day: dayAtEight(new Date(now.getTime() - (DAYS - 1 - i) * DAY)),
    in: 0,
    out: 0,
  }));
  for (const line of lines) {
    const day = days.find((d) => d.day === dayAtEight(new Date(line.createTime)));
    // Hundredths are added as whole numbers: 0.1 + 0.2 is not 0.3.
    const cents = Math.round(Math.abs(line.amount) * 100);
    if (day && line.amount > 0) day.in = (Math.round(day.in * 100) + cents) / 100;
    else if (day) day.out = (Math.round(day.out * 100) + cents) / 100;
  }
  return days;
}
