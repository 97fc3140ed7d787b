import type { Dayjs } from 'dayjs';
import type { Args, RecordOf } from '@/kit/api/types';

export type Wish = NonNullable<Args<'post', '/gc/groupsendorder'>[0]>['body'];
export type Collection = RecordOf<'/aty/contactsgroup/lovPage'>;
export type Kind = 'text' | 'image' | 'video' | 'link' | 'template';

/** The form of an order. */
export type Values = {
  name?: string;
  groupId?: Collection;
  message?: {
    type?: Kind;
    text?: string;
    mediaId?: Picture;
    videoId?: Picture;
    /** Of a draft: what the form does not show, and keeps. */
    kept?: Kept;
    link?: { header?: string; content?: string; footer?: string; button?: { name?: string }; url?: string };
    templateId?: string;
    values?: Record<string, string>;
    placeholders?: { name?: string; content?: string }[];
  };
  when?: 'now' | 'later';
  startTime?: Dayjs;
  remark?: string;
};

type Message = Wish['message'];
export type Kept = Pick<Message, 'type' | 'text' | 'mediaId' | 'link'>;

/** What the form does not show of the draft, for a message of the same kind. */
export function keptOf(v: Values): { text?: string; mediaId?: string; link?: Message['link'] } {
  const k = v.message?.kept;
  if (!k || k.type !== (v.message?.type ?? 'text')) return {};
  const { title, summary, thumbnailId } = k.link ?? {};
  if (k.type === 'link') return { text: k.text, link: { title, summary, thumbnailId } };
  return k.type === 'template' ? { text: k.text, mediaId: k.mediaId } : {};
}

/** An uploaded picture or video and where the browser can show it. */
export type Picture = { id: string; name: string; shown: string };

const PLACEHOLDER = /\{([\p{L}\p{N}_]{1,30})\}/gu;

/** Names of the {placeholders} of the texts, in the order of their first use. */
export function placeholdersOf(values: Values): string[] {
  const m = values.message;
  const texts =
    m?.type === 'link' ? [m.link?.header, m.link?.content, m.link?.footer] : m?.type === 'template' ? [] : [m?.text];
  const names = texts.flatMap((t) => Array.from((t ?? '').matchAll(PLACEHOLDER), (hit) => hit[1] as string));
  return [...new Set(names)];
}

/** A wall clock time at +08:00 on the wire. */
export function instant(wall: Dayjs): string {
  return new Date(`${wall.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString();
}

/** The file that a message of this kind carries. */
export function mediaOf(m: NonNullable<Values['message']>): Picture | undefined {
  return m.type === 'image' ? m.mediaId : m.type === 'video' ? m.videoId : undefined;
}

function messageOf(v: Values): Wish['message'] | undefined {
  const m = v.message;
  const names = placeholdersOf(v);
  if (names.some((n) => !m?.values?.[n])) return undefined;
  const placeholders = names.length > 0 ? names.map((name) => ({ name, content: m?.values?.[name] ?? '' })) : undefined;
  switch (m?.type) {
    case 'text':
      return m.text ? { type: 'text', text: m.text, placeholders } : undefined;
    case 'image':
    case 'video': {
      const media = mediaOf(m);
      return media ? { type: m.type, mediaId: media.id, text: m.text || undefined, placeholders } : undefined;
    }
    case 'link': {
      const l = m.link;
      if (!l?.content || !l.url || !l.button?.name) return undefined;
      const { header, content, footer, url } = l;
      const link = {
        ...keptOf(v).link,
        header: header || undefined,
        content,
        footer: footer || undefined,
        url,
        button: { name: l.button.name },
      };
      return { type: 'link', text: keptOf(v).text, link, placeholders };
    }
    case 'template': {
      const given = (m.placeholders ?? []).map((p) => ({ name: p?.name ?? '', content: p?.content ?? '' }));
      if (!m.templateId || given.some((p) => !p.name || !p.content)) return undefined;
      return {
        type: 'template',
        ...keptOf(v),
        templateId: m.templateId,
        placeholders: given.length > 0 ? given : undefined,
      };
    }
  }
  return undefined;
}

/** The order that a form describes; nothing while it is not complete. */
export function wishOf(v: Values): Wish | undefined {
  const message = messageOf(v);
  if (!v.groupId || !message || (v.when === 'later' && !v.startTime)) return undefined;
  return {
    name: v.name?.trim() ?? '',
    channel: 'whatsapp',
    groupId: v.groupId.id,
    countryCode: v.groupId.countryCode,
    message,
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    remark: v.remark || undefined,
  };
}

/** What a phone would show of the form. */
export function shownMessage(v: Values) {
  const m = v.message ?? {};
  const names = placeholdersOf(v);
  return {
    type: m.type ?? ('text' as const),
    text: m.text,
    picture: mediaOf(m)?.shown,
    link:
      m.type === 'link'
        ? { ...m.link, button: m.link?.button?.name ? { name: m.link.button.name } : undefined }
        : undefined,
    templateId: m.templateId,
    placeholders:
      m.type === 'template'
        ? (m.placeholders ?? []).map((p) => ({ name: p?.name ?? '', content: p?.content ?? '' }))
        : names.map((name) => ({ name, content: m.values?.[name] ?? '' })),
  };
}
