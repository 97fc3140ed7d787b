import type { Dayjs } from 'dayjs';
import { addressesOf, namesIn } from '@/kit/phone/template';
import type { Picture } from '@/kit/upload/upload';
import type { Args, Data } from '@/lib/api/types';
import { simple } from '@/lib/input/plain';
import { countryOf, instant, type TargetValues, targetOf } from '@/ordering/target';

export type BulkOrderRequest = NonNullable<Args<'post', '/gc/groupsendorder'>[0]>['body'];
export type Template = Data<'get', '/gc/template/{id}'>;
export type Channel = 'whatsapp' | 'sms';
export type MessageKind = 'text' | 'image' | 'video' | 'link' | 'template';

/** A message in the form. */
export type MessageValues = {
  type?: MessageKind;
  text?: string;
  mediaId?: Picture;
  videoId?: Picture;
  /** Parts of a draft's message that the form does not show but preserves. */
  kept?: StoredMessage;
  link?: {
    title?: string;
    summary?: string;
    thumbnail?: Picture;
    header?: string;
    content?: string;
    footer?: string;
    button?: { name?: string };
    url?: string;
  };
  templateId?: string;
  /** A template of the platform; `templateId` is the provider's name of another one. */
  template?: Template;
  values?: Record<string, string>;
  placeholders?: { name?: string; content?: string }[];
};

/** The path of a message in the form. */
export type At = readonly ['message'] | readonly ['ab', 'message'];

/** The form of an order. */
export type BulkOrderValues = TargetValues & {
  name?: string;
  channel?: Channel;
  /** The sender of short messages (`senderOf`); undefined for the default. */
  by?: string;
  /** The picture beside the sender; nothing for the number's own. */
  avatar?: BulkOrderRequest['senderAvatar'];
  message?: MessageValues;
  /** A second message that is tried on a sample. */
  ab?: {
    on?: boolean;
    message?: MessageValues;
    share?: number | null;
    by?: 'delivered' | 'read' | 'replied';
    waitMinutes?: number | null;
    choose?: 'auto' | 'hand';
  };
  when?: 'now' | 'later';
  startTime?: Dayjs;
  deadline?: Dayjs;
  split?: number | null;
  remark?: string;
};

type Message = BulkOrderRequest['message'];
export type StoredMessage = Pick<Message, 'type' | 'text' | 'mediaId' | 'link'>;

/** Returns the draft's parts that the form does not show, for a message of the same kind. */
export function storedMessageOf(v: BulkOrderValues): { text?: string; mediaId?: string } {
  const k = v.message?.kept;
  if (!k || k.type !== (v.message?.type ?? 'text')) return {};
  if (k.type === 'link') return { text: k.text };
  return k.type === 'template' ? { text: k.text, mediaId: k.mediaId } : {};
}

/** Names of the {placeholders} of the texts, in the order of their first use. */
export function placeholdersOf(values: BulkOrderValues): string[] {
  const m = values.message;
  const texts =
    m?.type === 'link'
      ? [m.link?.title, m.link?.summary, m.link?.content, m.link?.header, m.link?.footer]
      : m?.type === 'template'
        ? [m.template?.header, m.template?.content, ...addressesOf(m.template?.buttons)]
        : [m?.text];
  return namesIn(...texts);
}

/** The file that a message of this kind carries. */
export function mediaOf(m: NonNullable<BulkOrderValues['message']>): Picture | undefined {
  return m.type === 'image' ? m.mediaId : m.type === 'video' ? m.videoId : undefined;
}

/** The parts of a link message that are there. */
export function linkOf(l: NonNullable<NonNullable<BulkOrderValues['message']>['link']>): NonNullable<Message['link']> {
  return {
    title: l.title || undefined,
    summary: l.summary || undefined,
    thumbnailId: l.thumbnail?.id,
    header: l.header || undefined,
    content: l.content || undefined,
    footer: l.footer || undefined,
    url: l.url || undefined,
    button: l.button?.name ? { name: l.button.name } : undefined,
  };
}

/** Normalises the name of a column or placeholder: Unicode form, case and blanks do not count. */
const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}_]+/gu, '_');

/** Whether one of the columns fills a placeholder. */
export const brings = (columns: readonly string[], name: string) => columns.some((c) => folded(c) === folded(name));

/** Placeholders that need one content for all recipients: those that no column fills. */
export function lacksOf(v: BulkOrderValues, columns: readonly string[]): string[] {
  return placeholdersOf(v).filter((name) => !v.message?.values?.[name] && !brings(columns, name));
}

/** The message of a form; nothing while it is not complete. `columns` are what the recipients bring of their own. */
export function messageOf(v: BulkOrderValues, columns: readonly string[]): BulkOrderRequest['message'] | undefined {
  const m = v.message;
  const names = placeholdersOf(v);
  if (lacksOf(v, columns).length > 0) return undefined;
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
      const link = { ...linkOf(l), content: l.content, button: { name: l.button.name } };
      return { type: 'link', text: storedMessageOf(v).text, link, placeholders };
    }
    case 'template': {
      if (m.template) return { type: 'template', templateId: m.template.id, placeholders };
      const given = (m.placeholders ?? []).map((p) => ({ name: p?.name ?? '', content: p?.content ?? '' }));
      if (!m.templateId || given.some((p) => !p.name || (!p.content && !brings(columns, p.name)))) return undefined;
      return {
        type: 'template',
        ...storedMessageOf(v),
        templateId: m.templateId,
        placeholders: given.length > 0 ? given : undefined,
      };
    }
  }
  return undefined;
}

/** A provider and its sender id as one value of a select. */
export const senderOf = (provider = '', senderId = '') => `${provider}|${senderId}`;

/** The channel of a form, and the sender of short messages. */
export function sentBy(v: BulkOrderValues) {
  const channel = v.channel ?? 'whatsapp';
  if (channel === 'whatsapp' || !v.by) return { channel };
  const [provider, senderId] = v.by.split('|');
  return { channel, provider: provider || undefined, senderId: senderId || undefined };
}

/** Returns the terms of an order: start, deadline, number of sub-orders and remark. */
export function termsOf(v: BulkOrderValues) {
  return {
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    deadline: v.deadline ? instant(v.deadline) : undefined,
    split: v.split && v.split > 1 ? v.split : undefined,
    remark: v.remark || undefined,
    senderAvatar: v.avatar,
  };
}

/** The form of the second message alone, as if it were the only one. */
export const secondOf = (v: BulkOrderValues): BulkOrderValues => ({ channel: v.channel, message: v.ab?.message });

/** Returns the settings of a trial, with the form's defaults before the user chooses. */
export function trialOf(v: BulkOrderValues) {
  const { share, by, waitMinutes, choose } = v.ab ?? {};
  return { share: share ?? 20, by: by ?? ('read' as const), waitMinutes: waitMinutes ?? 60, choose: choose ?? 'auto' };
}

/** The order that a form describes; nothing while it is not complete. */
export function toRequest(v: BulkOrderValues, columns: readonly string[] = []): BulkOrderRequest | undefined {
  const message = messageOf(v, columns);
  const target = targetOf(v);
  if (!target || !message || (v.when === 'later' && !v.startTime)) return undefined;
  const wish = { name: v.name?.trim() ?? '', ...sentBy(v), ...target, message, ...termsOf(v) };
  if (!v.ab?.on) return wish;
  const second = messageOf(secondOf(v), columns);
  return second && { ...wish, split: undefined, ab: { message: second, ...trialOf(v) } };
}

/** Returns the first part of the form that is still incomplete; the estimate needs it. */
export function missingOf(
  v: BulkOrderValues,
  columns: readonly string[],
  most = Number.POSITIVE_INFINITY,
): 'many' | 'placeholders' | 'start' | 'rest' {
  const named = [v, ...(v.ab?.on ? [secondOf(v)] : [])].map((of) => placeholdersOf(of).length);
  if (Math.max(...named) > most) return 'many';
  if (lacksOf(v, columns).length > 0 || (v.ab?.on && lacksOf(secondOf(v), columns).length > 0)) return 'placeholders';
  return v.when === 'later' && !v.startTime && toRequest({ ...v, when: 'now' }, columns) ? 'start' : 'rest';
}

/** The request for a test send of the form. It needs neither recipients nor a time. Sample values fill the placeholders. */
export function tryOf(v: BulkOrderValues, own: Record<string, string> = {}) {
  const countryCode = countryOf(v);
  const message = messageOf({ ...v, message: { ...v.message, values: { ...own, ...written(v.message?.values) } } }, []);
  const { channel } = sentBy(v);
  if (!countryCode || !message) return undefined;
  return { userId: v.userId || undefined, channel, countryCode, message };
}

const written = (values: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(values).filter(([, content]) => content));

/** Returns the message that the preview shows. */
export function shownMessage(v: BulkOrderValues) {
  const m = v.message ?? {};
  const names = placeholdersOf(v);
  return {
    channel: v.channel ?? 'whatsapp',
    type: m.type ?? ('text' as const),
    text: m.text,
    picture: mediaOf(m)?.shown ?? (m.type === 'link' ? m.link?.thumbnail?.shown : undefined),
    link:
      m.type === 'link'
        ? {
            ...m.link,
            thumbnailId: m.link?.thumbnail?.id,
            button: m.link?.button?.name ? { name: m.link.button.name } : undefined,
          }
        : undefined,
    templateId: m.templateId,
    template: m.type === 'template' ? m.template : undefined,
    placeholders:
      m.type === 'template' && !m.template
        ? (m.placeholders ?? []).map((p) => ({ name: p?.name ?? '', content: p?.content ?? '' }))
        : names.map((name) => ({ name, content: m.values?.[name] ?? '' })),
  };
}

/** The texts of a message with simple characters. */
function simplyOf(m: MessageValues): MessageValues {
  const each = <T extends object>(of: T) =>
    Object.fromEntries(Object.entries(of).map(([k, v]) => [k, typeof v === 'string' ? simple(v) : v])) as T;
  return {
    ...m,
    ...(m.text === undefined ? {} : { text: simple(m.text) }),
    ...(m.values ? { values: each(m.values) } : {}),
    ...(m.link ? { link: { ...each(m.link), url: m.link.url } } : {}),
  };
}

/** The values with simple characters in what is sent. */
export function simplified(values: BulkOrderValues): BulkOrderValues {
  const { message, ab } = values;
  return {
    ...values,
    ...(message ? { message: simplyOf(message) } : {}),
    ...(ab?.message ? { ab: { ...ab, message: simplyOf(ab.message) } } : {}),
  };
}
