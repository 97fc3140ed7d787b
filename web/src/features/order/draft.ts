import dayjs from 'dayjs';
import type { Args, RecordOf } from '@/kit/api/types';
import { nowAtEight } from '@/kit/format';
import { type Collection, instant, keptOf, mediaOf, type Values } from './wish';

export type Draft = RecordOf<'/gc/groupsendorder/draft/page'>;
export type DraftBody = NonNullable<Args<'post', '/gc/groupsendorder/draft'>[0]>['body'];

/** What can be kept of a form that may still be incomplete; nothing without a collection, which names the country. */
export function draftOf(v: Values): DraftBody | undefined {
  if (!v.groupId) return undefined;
  const m = v.message ?? {};
  const type = m.type ?? 'text';
  const given =
    type === 'template'
      ? (m.placeholders ?? []).map((p) => ({ name: p?.name ?? '', content: p?.content ?? '' })).filter((p) => p.name)
      : Object.entries(m.values ?? {}).map(([name, content]) => ({ name, content: content ?? '' }));
  const kept = keptOf(v);
  const media = type === 'image' || type === 'video';
  const link = m.link && {
    ...kept.link,
    header: m.link.header || undefined,
    content: m.link.content || undefined,
    footer: m.link.footer || undefined,
    url: m.link.url || undefined,
    button: m.link.button?.name ? { name: m.link.button.name } : undefined,
  };
  return {
    name: v.name?.trim() ?? '',
    channel: 'whatsapp',
    groupId: v.groupId.id,
    countryCode: v.groupId.countryCode,
    message: {
      type,
      text: type === 'text' || media ? m.text || undefined : kept.text,
      mediaId: media ? mediaOf(m)?.id : kept.mediaId,
      link: type === 'link' ? link : undefined,
      templateId: type === 'template' ? m.templateId || undefined : undefined,
      placeholders: given.length > 0 ? given : undefined,
    },
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    remark: v.remark || undefined,
  };
}

type Kept = { name: string; url: string };

/** A draft as the form has it, with its collection and picture as they are now. A time that has passed becomes "at once". */
export function valuesOf(d: Draft, collection?: Collection, picture?: Kept, now = new Date()): Values {
  const { message: m } = d;
  const later = d.startTime !== undefined && new Date(d.startTime) > now;
  const placeholders = m.placeholders ?? [];
  return {
    name: d.name,
    groupId: collection,
    message: {
      type: m.type,
      kept: { type: m.type, text: m.text, mediaId: m.mediaId, link: m.link },
      text: m.text,
      [m.type === 'video' ? 'videoId' : 'mediaId']:
        m.mediaId && picture ? { id: m.mediaId, name: picture.name, shown: picture.url } : undefined,
      link: m.link && {
        header: m.link.header,
        content: m.link.content,
        footer: m.link.footer,
        url: m.link.url || m.link.button?.url,
        button: { name: m.link.button?.name },
      },
      templateId: m.templateId,
      values: m.type === 'template' ? undefined : Object.fromEntries(placeholders.map((p) => [p.name, p.content])),
      placeholders: m.type === 'template' ? placeholders : undefined,
    },
    when: later ? 'later' : 'now',
    startTime: later && d.startTime ? dayjs(nowAtEight(new Date(d.startTime))) : undefined,
    remark: d.remark,
  };
}
