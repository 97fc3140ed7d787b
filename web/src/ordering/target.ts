import type { Dayjs } from 'dayjs';
import type { RecordOf } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';

export type Collection = RecordOf<'/aty/contactsgroup/lovPage'>;

/** The recipients of an order, as its form has them. */
export type TargetValues = {
  /** The payer that staff and agents choose; undefined for the caller. */
  userId?: string;
  target?: 'group' | 'file';
  groupId?: Collection;
  /** A contact file, and the country of its numbers. */
  file?: { id: string; name: string };
  countryCode?: string;
  segment?: string;
  waFilter?: boolean;
  activeDays?: number | null;
};

/** A wall clock time at +08:00 on the wire. */
export function instant(wall: Dayjs): string {
  return new Date(`${wall.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString();
}

/** The country that a form sends to. */
export const countryOf = (v: TargetValues) => (v.target === 'file' ? v.countryCode : v.groupId?.countryCode);

/** `code` is the calling code of the country that is sent to, where it is known. */
export type SegmentRules = { digits: number; stars: number; code?: string };

export type SegmentWrong = 'plus' | 'signs' | 'length' | 'country' | 'stars' | 'many';

/** Checks number segments as far as the form can (business-domain §5); undefined for a blank text. */
export function segmentWrong(
  text: string | undefined,
  { digits, stars, code = '' }: SegmentRules,
): SegmentWrong | null {
  if (!text?.trim()) return null;
  const all = text.split(',').map((one) => one.trim());
  if (text.includes('+')) return 'plus';
  if (all.some((one) => !/^[\d*]+$/.test(one))) return 'signs';
  if (all.some((one) => one.length < LIMITS.segmentDigits || one.length > digits)) return 'length';
  if (all.some((one) => !one.startsWith(code))) return 'country';
  if (all.some((one) => one.replace(/\d/g, '').length > stars)) return 'stars';
  return all.length > LIMITS.segments ? 'many' : null;
}

/** Returns the filters for the members of a form's collection. */
export const filterOf = (v: TargetValues) => ({
  segment: v.segment?.trim() || undefined,
  waFilter: v.waFilter || undefined,
  activeDays: v.activeDays || undefined,
});

/** The recipients that a form sends to; undefined while none are chosen. */
export function targetOf(v: TargetValues) {
  const countryCode = countryOf(v);
  if (!countryCode) return undefined;
  const userId = v.userId || undefined;
  if (v.target === 'file') return v.file && { userId, fileId: v.file.id, countryCode };
  if (!v.groupId) return undefined;
  return { userId, groupId: v.groupId.id, countryCode, ...filterOf(v) };
}
