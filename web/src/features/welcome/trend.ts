/**
 * By how much a figure of today exceeds the one of all of yesterday, as a fraction. Nothing while it does not: the day is not over.
 */
export function change(values: readonly number[]): number | undefined {
  const [before, now] = values.slice(-2);
  if (before === undefined || now === undefined || before === 0) return undefined;
  return now > before ? (now - before) / before : undefined;
}

/**
 * For how many days a balance lasts at the average cost of the days before today. Nothing without costs; a balance that
 * lasts longer than a year is not worth a forecast.
 */
export function daysLeft(balance: number, costs: readonly number[]): number | undefined {
  const full = costs.slice(0, -1);
  const spent = full.reduce((sum, cost) => sum + cost, 0);
  if (spent <= 0) return undefined;
  const left = Math.floor((balance * full.length) / spent);
  return left > 365 ? undefined : left;
}

/** The points of a line through values, in a box; a line of nothing lies at its bottom. */
export function line(values: readonly number[], width: number, height: number): string {
  const top = Math.max(...values, 1);
  const step = width / Math.max(1, values.length - 1);
  const inner = height - 2;
  return values
    .map((v, i) => `${Math.round(i * step * 10) / 10},${Math.round((height - 1 - (v / top) * inner) * 10) / 10}`)
    .join(' ');
}
