import { nowAtEight } from '@/lib/format';

const DAY = 86_400_000;

export type When =
  | { kind: 'today'; time: string }
  | { kind: 'yesterday' }
  | { kind: 'before' }
  | { kind: 'month'; month: string };

/**
 * Returns the relative time of a notice (platform-services §4): today, yesterday, the day before, else year and month;
 * at +08:00.
 */
export function when(instant: string, now = new Date()): When {
  const at = nowAtEight(new Date(instant));
  const day = (t: string) => Math.floor(Date.parse(`${t.slice(0, 10)}T00:00:00Z`) / DAY);
  const days = day(nowAtEight(now)) - day(at);
  if (days <= 0) return { kind: 'today', time: at.slice(11, 16) };
  if (days === 1) return { kind: 'yesterday' };
  if (days === 2) return { kind: 'before' };
  return { kind: 'month', month: at.slice(0, 7) };
}
