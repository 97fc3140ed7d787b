import dayjs, { type Dayjs } from 'dayjs';
import type { Args, Data, RecordOf } from '@/lib/api/types';
import { nowAtEight } from '@/lib/format';
import { instant } from '@/ordering/target';

export type ChannelRequest = NonNullable<Args<'post', '/channel/order'>[0]>['body'];
export type ChannelDraft = RecordOf<'/channel/order/draft/page'>;
export type ChannelDetail = Data<'get', '/channel/order/{id}'>;

/** The form of an order of numbers. */
export type ChannelValues = {
  userId?: string;
  name?: string;
  countryCode?: string;
  type?: string;
  quality?: string;
  age?: string;
  batchNo?: string;
  pick?: string;
  segment?: string;
  amount?: number | null;
  admins?: string[];
  when?: 'now' | 'later';
  startTime?: Dayjs;
  remark?: string;
};

export const INITIAL: ChannelValues = { type: 'whatsapp', quality: 'high', age: 'new', pick: 'random', when: 'now' };

/** The order that a form describes, complete or not. */
export function draftOf(v: ChannelValues): ChannelRequest {
  return {
    userId: v.userId || undefined,
    name: v.name?.trim() ?? '',
    countryCode: v.countryCode ?? '',
    type: (v.type ?? '') as ChannelRequest['type'],
    quality: (v.quality ?? '') as ChannelRequest['quality'],
    age: (v.age ?? '') as ChannelRequest['age'],
    batchNo: v.batchNo?.trim() || undefined,
    pick: (v.pick ?? '') as ChannelRequest['pick'],
    segment: v.pick === 'segment' ? v.segment?.trim() || undefined : undefined,
    amount: v.amount ?? 0,
    admins: v.admins && v.admins.length > 0 ? v.admins : undefined,
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    remark: v.remark || undefined,
  };
}

/** The order that a form describes; nothing while it is not complete. An order that is changed has numbers of its own. */
export function toRequest(v: ChannelValues, editId: string | null = null): ChannelRequest | undefined {
  const made = editId ? { ...draftOf(v), orderId: editId } : draftOf(v);
  const whole = made.countryCode && made.type && made.quality && made.age && made.pick && made.amount > 0;
  if (!whole || (v.pick === 'segment' && !made.segment) || (v.when === 'later' && !made.startTime)) return undefined;
  return made;
}

/** A draft, or an order, as the form has it. A time that has passed becomes "at once". */
export function valuesOf(d: ChannelDraft | ChannelDetail, userId?: string, now = new Date()): ChannelValues {
  const ahead = d.startTime && new Date(d.startTime) > now ? dayjs(nowAtEight(new Date(d.startTime))) : undefined;
  return {
    userId,
    name: d.name,
    countryCode: d.countryCode || undefined,
    type: d.type || undefined,
    quality: d.quality || undefined,
    age: d.age || undefined,
    batchNo: d.batchNo,
    pick: d.pick || undefined,
    segment: d.segment,
    amount: d.amount || undefined,
    admins: d.admins ?? undefined,
    when: ahead ? 'later' : 'now',
    startTime: ahead,
    remark: d.remark,
  };
}
