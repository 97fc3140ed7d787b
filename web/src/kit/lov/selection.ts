export type Row = Record<string, unknown>;
export type Value = string | number;

/** A field of a row, also a nested one (`info.name`). */
export function fieldOf(row: Row, field: string): unknown {
  return field.split('.').reduce<unknown>((at, name) => (at as Row | null | undefined)?.[name], row);
}

/** The values of a picker as a list, in both modes. */
export function listOf(value: Value | Value[] | null | undefined): Value[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** The rows of the current value: known rows, else a row that has only the value. */
export function rowsOf(values: Value[], known: Row[], retField: string, rowKey: string): Row[] {
  return values.map(
    (v) => known.find((r) => fieldOf(r, retField) === v) ?? (retField === rowKey ? { [rowKey]: v } : { [retField]: v }),
  );
}

/** Rows that are known only by their value learn the rest when a page shows them. */
export function resolveLabels(chosen: Row[], page: Row[], retField: string): Row[] {
  let learned = false;
  const rows = chosen.map((c) => {
    if (Object.keys(c).length > 1) return c;
    const found = page.find((r) => fieldOf(r, retField) === fieldOf(c, retField));
    learned ||= found !== undefined;
    return found ?? c;
  });
  return learned ? rows : chosen;
}

/** Choosing on one page keeps what was chosen on the others. */
export function toggleSelection(
  chosen: Row[],
  page: Row[],
  keys: readonly unknown[],
  rowKey: string,
  multiple: boolean,
): Row[] {
  const now = page.filter((r) => keys.includes(fieldOf(r, rowKey)));
  if (!multiple) return now.slice(-1);
  const elsewhere = chosen.filter((c) => !page.some((r) => fieldOf(r, rowKey) === fieldOf(c, rowKey)));
  return [...elsewhere, ...now];
}

/** Returns a tag's text, cut to a maximum length. */
export function truncate(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length ? `${letters.slice(0, length).join('')}…` : text;
}
