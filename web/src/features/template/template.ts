import { ApiError, isApiError } from '@/lib/api/error';
import type { BodyOf, Data, RecordOf } from '@/lib/api/types';

export const TEMPLATE_LIST = '/gc/template/page';
export const TEMPLATE = '/gc/template/{id}';

export type Template = RecordOf<typeof TEMPLATE_LIST>;
export type Detail = Data<'get', typeof TEMPLATE>;
export type Body = BodyOf<'post', '/gc/template'>;
export type Button = NonNullable<Body['buttons']>[number];

/** The provider's limits, in characters; of a video in bytes. */
export const TEMPLATE_LIMITS = {
  name: 50,
  body: 1024,
  line: 60,
  button: 25,
  buttons: 10,
  sample: 200,
  note: 30,
  film: 16_777_216,
  minutes: 90,
} as const;

/** Returns the `showCount` settings of an input, which count code points. */
export const counted = (max: number) => ({ show: true, max, strategy: (text: string) => [...text].length });

/** A state that the provider changes: the list refetches now and then. */
export function isInReview(t: Pick<Template, 'status'>): boolean {
  return t.status === 'submitting' || t.status === 'pending' || t.status === 'review';
}

export type Picture = { id: string; name: string; shown: string };

/** Initial values of the form. */
export const INITIAL: TemplateFormValues = { type: 'text', category: 'MARKETING', buttons: [] };

/** The fields of the form. */
export type TemplateFormValues = {
  name?: string;
  language?: string;
  category?: Body['category'];
  type?: Body['type'];
  header?: string;
  picture?: Picture;
  film?: Picture;
  content?: string;
  footer?: string;
  buttons?: Partial<Button>[];
  samples?: Record<string, string>;
  note?: string;
  segment?: string;
  customerId?: string;
  /** Set for authentication templates only. */
  securityRecommendation?: boolean;
  codeMinutes?: number | null;
  copies?: string;
};

/** The placeholder of a template of a code, and its sample. */
export const CODE = { name: 'code', sample: '123456' } as const;

/** Whether it is a template of a code: WhatsApp writes its texts. */
export const ofCode = (v: Pick<TemplateFormValues, 'category'>): boolean => v.category === 'AUTHENTICATION';

/** The form values of a template. */
export function valuesOf(t: Detail, name = t.name): TemplateFormValues {
  if (t.category === 'AUTHENTICATION') {
    const { language, category, securityRecommendation, codeMinutes, note, segment } = t;
    const copies = t.buttons?.[0]?.text;
    return { ...INITIAL, name, language, category, securityRecommendation, codeMinutes, copies, note, segment };
  }
  return {
    name,
    language: t.language,
    category: t.category,
    type: t.type,
    header: t.header,
    [t.type === 'video' ? 'film' : 'picture']: t.mediaId ? { id: t.mediaId, name: t.mediaId, shown: '' } : undefined,
    content: t.content,
    footer: t.footer,
    buttons: t.buttons ?? [],
    samples: Object.fromEntries((t.placeholders ?? []).map((p) => [p.name, p.content])),
    note: t.note,
    segment: t.segment,
  };
}

/** The file of a header that is a picture or a video. */
export function fileOf(v: TemplateFormValues): Picture | undefined {
  return v.type === 'image' ? v.picture : v.type === 'video' ? v.film : undefined;
}

/** The header's text, of one that is a text. */
export function headerOf(v: TemplateFormValues): string | undefined {
  return v.type === 'image' || v.type === 'video' ? undefined : v.header || undefined;
}

/** The body that the form makes. */
export function bodyOf(v: TemplateFormValues, names: string[], draft: boolean): Body {
  const always = {
    name: v.name?.trim() ?? '',
    language: v.language?.trim() ?? '',
    category: v.category ?? 'MARKETING',
    note: v.note || undefined,
    segment: v.segment?.trim() || undefined,
    customerId: v.customerId,
    draft: draft || undefined,
  };
  if (ofCode(v)) {
    const label = v.copies?.trim();
    return {
      ...always,
      content: '',
      securityRecommendation: v.securityRecommendation || undefined,
      codeMinutes: v.codeMinutes || undefined,
      buttons: label ? [{ type: 'code', text: label }] : undefined,
    };
  }
  return {
    ...always,
    type: v.type || 'text',
    header: headerOf(v),
    mediaId: fileOf(v)?.id,
    content: v.content ?? '',
    footer: v.footer || undefined,
    buttons: (v.buttons ?? []) as Button[],
    placeholders: names.map((name) => ({ name, content: v.samples?.[name] ?? '' })),
  };
}

const SAMPLE = /^placeholders\[(\d+)\]\.content$/;

/** A refusal with the samples named as the form has them; a placeholder without a sample is one of the list's. */
export function atSamples(error: unknown, names: string[]): unknown {
  if (!isApiError(error)) return error;
  const errors = error.errors.map((e) => {
    const name = names[Number(SAMPLE.exec(e.field)?.[1])];
    return name === undefined ? e : { ...e, field: `samples.${name}` };
  });
  const { status, code, message, requestId, data, ours } = error;
  return new ApiError({ status, code, message, errors, requestId, data, ours });
}
