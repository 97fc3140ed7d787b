import dayjs from 'dayjs';
import type { Args, RecordOf } from '@/lib/api/types';
import { nowAtEight } from '@/lib/format';
import type { Collection } from '@/ordering/target';
import {
  addressedTo,
  type DesignValue,
  daysSince,
  type EmailOrderRequest,
  type EmailOrderValues,
  termsOf,
} from './request';

export type Draft = RecordOf<'/edm/order/draft/page'>;
type DraftBody = NonNullable<Args<'post', '/edm/order/draft'>[0]>['body'];

/** Source of the form's values: a draft, or an order. */
export type Source = Pick<
  EmailOrderRequest,
  | 'userId'
  | 'name'
  | 'groupId'
  | 'fileId'
  | 'countryCode'
  | 'subject'
  | 'format'
  | 'text'
  | 'templateId'
  | 'design'
  | 'senderId'
  | 'replyTo'
  | 'placeholders'
  | 'filter'
  | 'trackLoads'
  | 'trackClicks'
  | 'remark'
> & { startTime?: string | null; templateName?: string; ab?: SecondSource };

type SecondSource = Pick<EmailOrderRequest, 'subject' | 'text' | 'templateId' | 'design'> & {
  templateName?: string;
  share: number;
  waitMinutes: number;
  choose?: 'auto' | 'hand' | '';
};

/** Returns a draft of a form that may be incomplete; undefined without recipients, which have the country. */
export function draftOf(v: EmailOrderValues): DraftBody | undefined {
  const target = addressedTo(v);
  return target && { name: v.name?.trim() ?? '', ...target, ...termsOf(v) };
}

/** The objects that a source names, in their current state. */
export type Parts = { collection?: Collection; file?: { name: string }; template?: DesignValue; second?: DesignValue };

/** The design of a content: its template, and where that is gone, the copy. */
function designOf(of: Pick<Source, 'templateId' | 'templateName' | 'design'>, template?: DesignValue) {
  if (template) return template;
  return of.design ? { name: of.templateName ?? '', design: of.design } : undefined;
}

/** A draft, or an order, as the form has it. A start that has passed becomes "at once". */
export function valuesOf(d: Source, of: Parts = {}, now = new Date()): EmailOrderValues {
  const startTime = d.startTime && new Date(d.startTime) > now ? dayjs(nowAtEight(new Date(d.startTime))) : undefined;
  const { ab, filter } = d;
  return {
    name: d.name,
    userId: d.userId,
    target: d.fileId ? 'file' : 'group',
    groupId: of.collection,
    file: d.fileId && of.file ? { id: d.fileId, name: of.file.name } : undefined,
    countryCode: d.fileId ? d.countryCode : undefined,
    loadedDays: daysSince(filter?.loadedSince),
    clickedDays: daysSince(filter?.clickedSince),
    joinedDays: daysSince(filter?.joinedSince),
    notBounced: filter?.notBounced,
    subject: d.subject,
    format: d.format === 'text' ? 'text' : 'html',
    text: d.text,
    design: designOf(d, of.template),
    senderId: d.senderId,
    replyTo: d.replyTo ? { address: d.replyTo.address, name: d.replyTo.name } : undefined,
    placeholders: Object.fromEntries((d.placeholders ?? []).map((p) => [p.name, p.content])),
    trackLoads: d.trackLoads ?? true,
    trackClicks: d.trackClicks ?? true,
    ab: ab && {
      on: true,
      subject: ab.subject,
      text: ab.text === d.text ? undefined : ab.text,
      design: ab.templateId === d.templateId ? undefined : designOf(ab, of.second),
      share: ab.share,
      waitMinutes: ab.waitMinutes,
      choose: ab.choose === 'hand' ? 'hand' : 'auto',
    },
    when: startTime ? 'later' : 'now',
    startTime,
    remark: d.remark,
  };
}
