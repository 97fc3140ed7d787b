import { useFormat } from '../format';

/** Credit with two decimals. */
export function Credit({ value }: { value: number | null | undefined }) {
  return useFormat().credit(value);
}

export function Count({ value }: { value: number | null | undefined }) {
  return useFormat().count(value);
}

/** An instant at +08:00, to the minute or to the second. */
export function Time({ value, seconds = false }: { value: string | null | undefined; seconds?: boolean }) {
  const f = useFormat();
  return value ? <time dateTime={value}>{seconds ? f.time(value) : f.minute(value)}</time> : f.time(value);
}

/** The name of a country by its code of two letters. */
export function Country({ code }: { code: string | null | undefined }) {
  const f = useFormat();
  return code ? f.country(code) : f.time(null);
}

export { DictTag } from '../dict/DictTag';
export { StatusTag } from '../dict/StatusTag';
