import type { ReactNode } from 'react';
import { DictTag, DictTags } from '@/kit/dict/DictTag';
import { useFormat } from '@/lib/format';
import { TagList } from './Names';

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

/** Kind of a value; it decides how the value is shown, aligned and filtered. */
export type CellKind = 'text' | 'several' | 'count' | 'credit' | 'time' | 'second' | 'country' | 'phone' | 'code';

/** Numbers and amounts stand at the right. */
export const isNumber = (as: CellKind | undefined) => as === 'count' || as === 'credit';

/** A value as what it is, or as the entry of a dictionary; nothing is a dash. */
export function renderValue(value: unknown, as: CellKind = 'text', dict?: string): ReactNode {
  if (dict && Array.isArray(value)) return <DictTags code={dict} values={value} />;
  if (dict) return <DictTag code={dict} value={value as string} />;
  if (as === 'count') return <Count value={value as number} />;
  if (as === 'credit') return <Credit value={value as number} />;
  if (value === null || value === undefined || value === '') return '–';
  if (as === 'time' || as === 'second') return <Time value={String(value)} seconds={as === 'second'} />;
  if (as === 'country') return <Country code={String(value)} />;
  if (as === 'several') return <TagList values={value as (string | number)[]} />;
  if (as === 'phone') return `+${value}`;
  return as === 'code' ? <code>{String(value)}</code> : String(value);
}

export { DictTag } from '@/kit/dict/DictTag';
