import type { Dayjs } from 'dayjs';
import type { Args, RecordOf } from '@/lib/api/types';
import { instant, type TargetValues, targetOf } from '@/ordering/target';

export type CallOrderRequest = NonNullable<Args<'post', '/call/order'>[0]>['body'];
export type Recording = Pick<RecordOf<'/call/recording/selector'>, 'id' | 'name' | 'language' | 'seconds'>;

/** A key that is pressed or a word that is said, and what it means. */
export type IntentValues = { heard?: string; label?: string };

/** The form of an order of calls. */
export type CallOrderValues = TargetValues & {
  name?: string;
  recording?: Recording;
  callType?: 'play' | 'interactive';
  intents?: (IntentValues | undefined)[];
  expiryType?: 'none' | 'deadline' | 'hours';
  deadline?: Dayjs;
  hours?: number | null;
  when?: 'now' | 'later';
  startTime?: Dayjs;
  remark?: string;
};

export type Intent = NonNullable<CallOrderRequest['intents']>[number];

/** Characters of a phone's keypad. */
const KEY = /^[0-9*#]$/;

/** An intent as the API takes it; undefined while it is incomplete. */
export function intentOf(v: IntentValues | undefined): Intent | undefined {
  const heard = v?.heard?.trim();
  const label = v?.label?.trim();
  if (!heard || !label) return undefined;
  return KEY.test(heard) ? { digit: heard, label } : { word: heard, label };
}

/** Returns an intent as the form has it. */
export const intentValues = (i: Intent): IntentValues => ({ heard: i.digit || i.word, label: i.label });

/** Returns whether a key or word occurs twice in the form, ignoring case and blanks. */
export function isDuplicate(all: readonly (IntentValues | undefined)[] | undefined, at: number): boolean {
  const plain = (v: IntentValues | undefined) => v?.heard?.trim().toLowerCase();
  const mine = plain(all?.[at]);
  return Boolean(mine) && (all ?? []).some((v, i) => i !== at && plain(v) === mine);
}

/** Returns the intents of a call; undefined for a recording that is only played. */
export function intentsOf(v: CallOrderValues): Intent[] | undefined {
  if (v.callType !== 'interactive') return undefined;
  const made = (v.intents ?? []).map(intentOf).filter((i) => i !== undefined);
  return made.length > 0 ? made : undefined;
}

/** Returns the expiry of an order. */
export function expiryOf(v: CallOrderValues) {
  const expiryType = v.expiryType ?? 'none';
  return {
    expiryType,
    deadline: expiryType === 'deadline' && v.deadline ? instant(v.deadline) : undefined,
    hours: expiryType === 'hours' && v.hours ? v.hours : undefined,
  };
}

/** The part of the request that does not depend on the targets. */
export function callOf(v: CallOrderValues) {
  return {
    recordingId: v.recording?.id ?? '',
    language: v.recording?.language,
    callType: v.callType ?? ('play' as const),
    intents: intentsOf(v),
    ...expiryOf(v),
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    remark: v.remark || undefined,
  };
}

const complete = (v: CallOrderValues) => (v.intents ?? []).length > 0 && (v.intents ?? []).every((i) => intentOf(i));

/** Returns the first part of the form that is still incomplete; the estimate needs it. */
export function missingOf(v: CallOrderValues): 'intents' | 'expiry' | 'start' | 'rest' | undefined {
  if (!targetOf(v) || !v.recording) return 'rest';
  if (v.callType === 'interactive' && !(complete(v) && !(v.intents ?? []).some((_, i) => isDuplicate(v.intents, i))))
    return 'intents';
  const { expiryType, deadline, hours } = expiryOf(v);
  if ((expiryType === 'deadline' && !deadline) || (expiryType === 'hours' && !hours)) return 'expiry';
  return v.when === 'later' && !v.startTime ? 'start' : undefined;
}

/** The order that a form describes; nothing while it is not complete. */
export function toRequest(v: CallOrderValues): CallOrderRequest | undefined {
  const target = targetOf(v);
  if (!target || missingOf(v)) return undefined;
  return { name: v.name?.trim() ?? '', ...target, ...callOf(v) };
}
