import type { Dayjs } from 'dayjs';
import type { Args } from '@/lib/api/types';
import { nowAtEight } from '@/lib/format';
import { isEmail } from '@/lib/input/email';
import { countryOf, instant, type TargetValues, targetOf } from '@/ordering/target';

export type EmailOrderRequest = NonNullable<Args<'post', '/edm/order'>[0]>['body'];
type Trial = NonNullable<EmailOrderRequest['ab']>;
export type Design = NonNullable<EmailOrderRequest['design']>;

/** The design of an email: a template, or the copy that an order or a draft has without one. */
export type DesignValue = { id?: string; name: string; subject?: string; design?: Design };

/** What an email says, as the form has it. */
export type ContentValues = { subject?: string; design?: DesignValue; text?: string };

/** A second email, which is tried beside the first. */
export type TrialValues = ContentValues & {
  on?: boolean;
  share?: number;
  waitMinutes?: number;
  choose?: 'auto' | 'hand';
};

/** The form of an order of emails. */
export type EmailOrderValues = TargetValues &
  ContentValues & {
    name?: string;
    loadedDays?: number;
    clickedDays?: number;
    joinedDays?: number;
    notBounced?: boolean;
    format?: 'html' | 'text';
    senderId?: string;
    replyTo?: { address?: string; name?: string };
    /** The same content for all recipients without a value of their own. */
    placeholders?: Record<string, string>;
    trackLoads?: boolean;
    trackClicks?: boolean;
    ab?: TrialValues;
    when?: 'now' | 'later';
    startTime?: Dayjs;
    remark?: string;
  };

const PLACEHOLDER = /\{([\p{L}\p{N}_]{1,60})(?:\|([^{}|\r\n]{0,200}))?\}/gu;

/** The names of placeholders of texts, in the order of their first use. */
export function namesOf(...texts: (string | undefined)[]): string[] {
  const all = texts.flatMap((text) => Array.from((text ?? '').matchAll(PLACEHOLDER), (hit) => hit[1] as string));
  return [...new Set(all)];
}

/** A text as a recipient with these values gets it; a placeholder without a value has its fallback. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(PLACEHOLDER, (_, name: string, fallback?: string) => values[name] || fallback || '');
}

/** The start of the day so many days ago, at +08:00: the same all day long, so that an estimate stays valid. */
function since(days: number | undefined): string | undefined {
  if (!days) return undefined;
  const day = new Date(`${nowAtEight().slice(0, 10)}T00:00:00+08:00`);
  return new Date(day.getTime() - days * 86_400_000).toISOString();
}

/** Days from the start of a day until now. */
export function daysSince(at: string | undefined): number | undefined {
  return at ? Math.max(1, Math.floor((Date.now() - new Date(at).getTime()) / 86_400_000)) : undefined;
}

/** Which members of the contact list get the email. */
function filterOf(v: EmailOrderValues): EmailOrderRequest['filter'] {
  if (v.target === 'file') return undefined;
  const filter = {
    loadedSince: since(v.loadedDays),
    clickedSince: since(v.clickedDays),
    joinedSince: since(v.joinedDays),
    notBounced: v.notBounced || undefined,
  };
  return Object.values(filter).some(Boolean) ? filter : undefined;
}

/** The content of an email as the API takes it; its subject may be the template's. */
function contentOf(v: ContentValues, format: 'html' | 'text' = 'html') {
  const subject = v.subject?.trim() || undefined;
  if (format === 'text') return { subject, format, text: v.text || undefined };
  const { id, design } = v.design ?? {};
  return { subject, format, templateId: id, design: id ? undefined : design };
}

/** The answer address of a form; undefined for the sender's. */
function replyOf({ replyTo }: EmailOrderValues): EmailOrderRequest['replyTo'] {
  const address = replyTo?.address?.trim();
  return address ? { address, name: replyTo?.name?.trim() || undefined } : undefined;
}

/** The contents of placeholders that were entered. */
export function entered(v: Pick<EmailOrderValues, 'placeholders'>): Record<string, string> {
  return Object.fromEntries(Object.entries(v.placeholders ?? {}).filter(([, content]) => content?.trim()));
}

function trialOf(v: EmailOrderValues): Trial | undefined {
  if (!v.ab?.on) return undefined;
  const { subject, text, ...content } = contentOf(v.ab, v.format);
  return {
    subject,
    ...(text || ('templateId' in content && (content.templateId || content.design)) ? { ...content, text } : {}),
    share: v.ab.share ?? 20,
    waitMinutes: v.ab.waitMinutes ?? 60,
    choose: v.ab.choose ?? 'auto',
  };
}

/** The part of the request that does not depend on the recipients. */
export function emailOf(v: EmailOrderValues) {
  const placeholders = Object.entries(entered(v)).map(([name, content]) => ({ name, content: content.trim() }));
  return {
    ...contentOf(v, v.format),
    senderId: v.senderId || undefined,
    replyTo: replyOf(v),
    placeholders: placeholders.length > 0 ? placeholders : undefined,
  };
}

/** Everything of the request but its name and recipients. */
export function termsOf(v: EmailOrderValues) {
  return {
    ...emailOf(v),
    filter: filterOf(v),
    trackLoads: v.trackLoads ?? true,
    trackClicks: v.trackClicks ?? true,
    ab: trialOf(v),
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    remark: v.remark || undefined,
  };
}

const written = (v: ContentValues, format: EmailOrderValues['format']) =>
  format === 'text'
    ? Boolean(v.subject?.trim() && v.text?.trim())
    : Boolean(v.design && (v.subject?.trim() || v.design.id));

/** Returns the first part of the form that is still incomplete; the estimate needs it. */
export function missingOf(v: EmailOrderValues): 'audience' | 'content' | 'reply' | 'trial' | 'start' | undefined {
  if (!targetOf(v)) return 'audience';
  if (!written(v, v.format)) return 'content';
  const reply = v.replyTo?.address?.trim();
  if (reply && !isEmail(reply)) return 'reply';
  if (v.ab?.on && !v.ab.subject?.trim() && !written(v.ab, v.format)) return 'trial';
  return v.when === 'later' && !v.startTime ? 'start' : undefined;
}

/** The order that a form describes; nothing while it is not complete. */
export function toRequest(v: EmailOrderValues): EmailOrderRequest | undefined {
  const target = addressedTo(v);
  if (!target || missingOf(v)) return undefined;
  return { name: v.name?.trim() ?? '', ...target, ...termsOf(v) };
}

/** The recipients without the filters of lists of phone numbers. */
export function addressedTo(v: EmailOrderValues) {
  return targetOf({ ...v, segment: undefined, waFilter: undefined, activeDays: undefined });
}

/** The request for a test of the form's email, without its addresses; undefined while the email is not complete. */
export function testOf(v: EmailOrderValues) {
  const countryCode = countryOf(v);
  if (!countryCode || !written(v, v.format)) return undefined;
  return { userId: v.userId || undefined, countryCode, ...emailOf(v) };
}
