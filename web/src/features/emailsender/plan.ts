/** More than a sender sends on a day. */
const MAX_PER_DAY = 100_000_000;

export type Plan = { start: number; percent: number; days: number };

/** The emails of each day of a warm-up, as the server counts them (pkg/campaign/emailsender, testdata/plans.json). */
export function planOf({ start, percent, days }: Plan): number[] {
  const all: number[] = [];
  for (let n = start; all.length < days; n = Math.min(MAX_PER_DAY, n + Math.max(1, Math.floor((n * percent) / 100))))
    all.push(n);
  return all;
}
