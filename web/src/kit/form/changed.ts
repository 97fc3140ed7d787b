const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The form values that differ from the initial ones, so that saving changes nothing else. */
export function changed<T extends object>(now: T, before: T): Partial<T> {
  const fields = Object.keys(now) as (keyof T)[];
  return Object.fromEntries(fields.filter((f) => !same(now[f], before[f])).map((f) => [f, now[f]])) as Partial<T>;
}
