import dayjs, { type Dayjs } from 'dayjs';
import type { BodyOf, RecordOf } from '@/lib/api/types';

export const LINKS = '/shunt/link/page';

export type Link = RecordOf<typeof LINKS>;
type Body = BodyOf<'post', '/shunt/link'>;
export type LinkValues = Omit<Body, 'expireTime' | 'params'> & { expireTime?: Dayjs | null; params?: string };

export const LONGEST = { name: 20, remark: 255, greeting: 80, fallback: 1024, params: 100 };

const EIGHT_HOURS = 8 * 3_600_000;

/** A moment as the field shows it, at +08:00. */
const shownAt = (at: string | null) =>
  at ? dayjs(new Date(Date.parse(at) + EIGHT_HOURS).toISOString().slice(0, 19)) : undefined;

/** The moment of a picked time at +08:00. */
const instant = (picked?: Dayjs | null) =>
  picked ? new Date(`${picked.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString() : undefined;

/** The values of the form of a link. */
export const valuesOf = (row: Link): Partial<LinkValues> => ({
  ...row,
  expireTime: shownAt(row.expireTime),
  params: row.params.join(', '),
});

/** What the form says of a link. */
export const bodyOf = ({ name, remark, greeting, fallback, params, expireTime }: LinkValues) => ({
  name,
  remark,
  greeting,
  fallback,
  expireTime: instant(expireTime),
  params: params?.split(/[\s,，]+/).filter(Boolean),
});
