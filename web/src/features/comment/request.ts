import dayjs, { type Dayjs } from 'dayjs';
import type { Args, RecordOf } from '@/lib/api/types';
import { nowAtEight } from '@/lib/format';
import { instant } from '@/ordering/target';

export type CommentRequest = NonNullable<Args<'post', '/comment/order'>[0]>['body'];
export type Draft = RecordOf<'/comment/order/draft/page'>;
export type TemplateRow = Pick<RecordOf<'/comment/template/lovPage'>, 'id' | 'name' | 'platform' | 'texts'>;

/** The form of an order of comments. */
export type CommentValues = {
  userId?: string;
  name?: string;
  countryCode?: string;
  platform?: string;
  targetUrl?: string;
  quantity?: number | null;
  by?: 'template' | 'instructions';
  template?: TemplateRow;
  instructions?: string;
  owned?: boolean;
  when?: 'now' | 'later';
  startTime?: Dayjs;
  deadline?: Dayjs;
  remark?: string;
};

/** What the form says, complete or not: a draft. */
export function draftOf(v: CommentValues): CommentRequest | undefined {
  if (!v.countryCode) return undefined;
  return {
    userId: v.userId || undefined,
    name: v.name?.trim() ?? '',
    countryCode: v.countryCode,
    platform: v.platform ?? '',
    targetUrl: v.targetUrl?.trim() ?? '',
    quantity: v.quantity ?? 0,
    templateId: v.by === 'template' ? v.template?.id : undefined,
    instructions: v.by === 'instructions' ? v.instructions?.trim() : undefined,
    owned: v.owned ?? false,
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    deadline: v.deadline ? instant(v.deadline) : undefined,
    remark: v.remark || undefined,
  };
}

/** The order that a form describes; undefined while a part is missing. An order that is changed may keep its template. */
export function toRequest(v: CommentValues, editId: string | null = null): CommentRequest | undefined {
  const written = draftOf(v);
  const made = written && editId ? { ...written, orderId: editId } : written;
  const text = made?.templateId || made?.instructions;
  const ready = made?.platform && made.targetUrl && made.quantity > 0 && text && made.owned;
  return ready && !(v.when === 'later' && !v.startTime) ? made : undefined;
}

/** A source of the form's values: a draft, or what was ordered. */
export type Source = Omit<CommentRequest, 'expectedCost'>;

/** A source as the form has it. A time that has passed becomes "at once"; who orders declares anew. */
export function valuesOf(d: Source, template?: TemplateRow, now = new Date()): CommentValues {
  const ahead = (at?: string) => (at && new Date(at) > now ? dayjs(nowAtEight(new Date(at))) : undefined);
  const startTime = ahead(d.startTime);
  return {
    userId: d.userId,
    name: d.name,
    countryCode: d.countryCode,
    platform: d.platform || undefined,
    targetUrl: d.targetUrl,
    quantity: d.quantity || undefined,
    by: d.instructions ? 'instructions' : 'template',
    template,
    instructions: d.instructions,
    when: startTime ? 'later' : 'now',
    startTime,
    deadline: ahead(d.deadline),
    remark: d.remark,
  };
}
