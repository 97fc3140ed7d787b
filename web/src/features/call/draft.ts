import dayjs from 'dayjs';
import type { Args, RecordOf } from '@/lib/api/types';
import { nowAtEight } from '@/lib/format';
import { type Collection, targetOf } from '@/ordering/target';
import { type CallOrderValues, callOf, intentValues, type Recording } from './request';

export type Draft = RecordOf<'/call/order/draft/page'>;
export type DraftBody = NonNullable<Args<'post', '/call/order/draft'>[0]>['body'];

/** Source of the form's values: a draft, or an order. */
export type Source = Pick<
  Draft,
  'name' | 'groupId' | 'fileId' | 'recordingId' | 'callType' | 'intents' | 'expiryType' | 'hours' | 'remark'
> & {
  userId?: string;
  countryCode?: string;
  deadline?: string | null;
  startTime?: string | null;
};

/**
 * Returns a draft of a form that may be incomplete; undefined without a collection or a file, which has the country.
 */
export function draftOf(v: CallOrderValues): DraftBody | undefined {
  const target = targetOf(v);
  return target && { name: v.name?.trim() ?? '', ...target, ...callOf(v) };
}

/** The objects that a source names, in their current state. */
export type Parts = { collection?: Collection; file?: { name: string }; recording?: Recording };

/** A draft, or an order, as the form has it. A time that has passed becomes "at once", and a deadline none. */
export function valuesOf(d: Source, of: Parts = {}, now = new Date()): CallOrderValues {
  const wall = (at: string) => dayjs(nowAtEight(new Date(at)));
  const ahead = (at: string | null | undefined) => (at && new Date(at) > now ? wall(at) : undefined);
  const startTime = ahead(d.startTime);
  const deadline = ahead(d.deadline);
  const intents = (d.intents ?? []).map(intentValues);
  return {
    name: d.name,
    userId: d.userId,
    target: d.fileId ? 'file' : 'group',
    groupId: of.collection,
    file: d.fileId && of.file ? { id: d.fileId, name: of.file.name } : undefined,
    countryCode: d.fileId ? d.countryCode : undefined,
    recording: of.recording,
    callType: d.callType === 'interactive' ? 'interactive' : 'play',
    intents: intents.length > 0 ? intents : undefined,
    expiryType: d.expiryType === 'deadline' && !deadline ? 'none' : d.expiryType || 'none',
    deadline,
    hours: d.hours || undefined,
    when: startTime ? 'later' : 'now',
    startTime,
    remark: d.remark,
  };
}
