const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Of what a form holds just that which differs from what it began with, so that saving touches nothing else. */
export function changed<T extends object>(now: T, before: T): Partial<T> {
  const fields = Object.keys(now) as (keyof T)[];
  return Object.fromEntries(fields.filter((f) => !same(now[f], before[f])).map((f) => [f, now[f]])) as Partial<T>;
}
