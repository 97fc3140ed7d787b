import dayjs from 'dayjs';
import type { Args, RecordOf } from '@/lib/api/types';
import { nowAtEight } from '@/lib/format';
import { type Collection, targetOf } from '@/ordering/target';
import {
  type BulkOrderValues,
  linkOf,
  type MessageValues,
  mediaOf,
  secondOf,
  senderOf,
  sentBy,
  storedMessageOf,
  type Template,
  termsOf,
  trialOf,
} from './request';

export type Draft = RecordOf<'/gc/groupsendorder/draft/page'>;
/** Source of the form's values. */
export type Source = Pick<Draft, 'name' | 'groupId' | 'message' | 'remark' | 'segment' | 'waFilter' | 'activeDays'> & {
  fileId?: string;
  userId?: string;
  countryCode?: string;
  split?: number;
  deadline?: string | null;
  startTime?: string | null;
  channel?: string;
  provider?: string;
  senderId?: string;
  senderAvatar?: Draft['senderAvatar'];
  ab?: Pick<NonNullable<Draft['ab']>, 'message' | 'share' | 'by' | 'waitMinutes' | 'choose'>;
};
export type DraftBody = NonNullable<Args<'post', '/gc/groupsendorder/draft'>[0]>['body'];

/**
 * Returns a draft of a form that may be incomplete; undefined without a collection or a file, which has the country.
 */
export function draftOf(v: BulkOrderValues): DraftBody | undefined {
  const target = targetOf(v);
  if (!target) return undefined;
  return {
    name: v.name?.trim() ?? '',
    ...sentBy(v),
    ...target,
    message: messageOf(v),
    ...termsOf(v),
    ab: v.ab?.on ? { message: messageOf(secondOf(v)), ...trialOf(v) } : undefined,
  };
}

/** Returns the message of a draft, which may be incomplete. */
function messageOf(v: BulkOrderValues): DraftBody['message'] {
  const m = v.message ?? {};
  const type = m.type ?? 'text';
  const given =
    type === 'template' && !m.template
      ? (m.placeholders ?? []).map((p) => ({ name: p?.name ?? '', content: p?.content ?? '' })).filter((p) => p.name)
      : Object.entries(m.values ?? {}).map(([name, content]) => ({ name, content: content ?? '' }));
  const kept = storedMessageOf(v);
  const media = type === 'image' || type === 'video';
  return {
    type,
    text: type === 'text' || media ? m.text || undefined : kept.text,
    mediaId: media ? mediaOf(m)?.id : kept.mediaId,
    link: type === 'link' && m.link ? linkOf(m.link) : undefined,
    templateId: type === 'template' ? m.template?.id || m.templateId || undefined : undefined,
    placeholders: given.length > 0 ? given : undefined,
  };
}

type StoredFields = { name: string; url: string };
/** The objects that a message names, in their current state. */
export type Named = { picture?: StoredFields; template?: Template };
type Parts = Named & { collection?: Collection; file?: StoredFields; second?: Named };

/** A message as the form has it. */
function messageValues(m: Draft['message'], { picture, template }: Named): MessageValues {
  const placeholders = m.placeholders ?? [];
  return {
    type: m.type,
    kept: { type: m.type, text: m.text, mediaId: m.mediaId, link: m.link },
    text: m.text,
    [m.type === 'video' ? 'videoId' : 'mediaId']:
      m.mediaId && picture ? { id: m.mediaId, name: picture.name, shown: picture.url } : undefined,
    link: m.link && {
      title: m.link.title,
      summary: m.link.summary,
      thumbnail:
        m.link.thumbnailId && picture ? { id: m.link.thumbnailId, name: picture.name, shown: picture.url } : undefined,
      header: m.link.header,
      content: m.link.content,
      footer: m.link.footer,
      url: m.link.url || m.link.button?.url,
      button: { name: m.link.button?.name },
    },
    templateId: template ? undefined : m.templateId,
    template,
    values:
      m.type === 'template' && !template ? undefined : Object.fromEntries(placeholders.map((p) => [p.name, p.content])),
    placeholders: m.type === 'template' && !template ? placeholders : undefined,
  };
}

/** A draft or an order as form values, with its collection and picture as they are now. A past start time becomes "at once". */
export function valuesOf(d: Source, of: Parts = {}, now = new Date()): BulkOrderValues {
  const { collection, file } = of;
  const wall = (at: string) => dayjs(nowAtEight(new Date(at)));
  const later = d.startTime != null && new Date(d.startTime) > now;
  return {
    name: d.name,
    userId: d.userId,
    target: d.fileId ? 'file' : 'group',
    groupId: collection,
    file: d.fileId && file ? { id: d.fileId, name: file.name } : undefined,
    countryCode: d.fileId ? d.countryCode : undefined,
    channel: d.channel === 'sms' ? 'sms' : 'whatsapp',
    by: d.channel === 'sms' && (d.provider || d.senderId) ? senderOf(d.provider, d.senderId) : undefined,
    message: messageValues(d.message, of),
    ab: d.ab && {
      on: true,
      message: messageValues(d.ab.message, of.second ?? {}),
      share: d.ab.share,
      by: d.ab.by,
      waitMinutes: d.ab.waitMinutes,
      choose: d.ab.choose || 'auto',
    },
    when: later ? 'later' : 'now',
    startTime: later && d.startTime ? wall(d.startTime) : undefined,
    deadline: d.deadline && new Date(d.deadline) > now ? wall(d.deadline) : undefined,
    split: d.split || undefined,
    remark: d.remark,
    avatar: d.senderAvatar || undefined,
    segment: d.segment,
    waFilter: d.waFilter,
    activeDays: d.activeDays || undefined,
  };
}
