import type { Dayjs } from 'dayjs';
import type { Picture } from '@/kit/upload/upload';
import type { Args } from '@/lib/api/types';
import { instant, type TargetValues, targetOf } from '@/ordering/target';
import type { Maker } from './group';

export type GroupOrderRequest = NonNullable<Args<'post', '/bgo/buildgroup'>[0]>['body'];

/** The form of an order of groups. */
export type GroupOrderValues = TargetValues & {
  name?: string;
  provider?: GroupOrderRequest['provider'];
  when?: 'now' | 'later';
  startTime?: Dayjs;
  endTime?: Dayjs;
  remark?: string;
  sizeMin?: number | null;
  sizeMax?: number | null;
  groupName?: string;
  suffix?: boolean;
  suffixStart?: number | null;
  avatarId?: Picture;
  description?: string;
  /** Ids of numbers of customer service. */
  services?: string[];
  admins?: string[];
  mute?: boolean;
  joinApproval?: boolean;
  /** Stands for more members than an order may have. */
  tooMany?: undefined;
  greeting?: { text?: string; pictureId?: Picture; times?: number };
};

const nonEmpty = <T>(all: T[] | undefined) => (all?.length ? all : undefined);

/** Returns the greeting of each group; undefined without a text or a picture. */
export function greetingOf({ greeting: g }: GroupOrderValues): GroupOrderRequest['greeting'] {
  const text = g?.text?.trim() || undefined;
  if (!text && !g?.pictureId) return undefined;
  return { text, pictureId: g?.pictureId?.id, times: g?.times ?? 1 };
}

/** Returns the values that the chosen provider supports. The others stay in the form and are not ordered. */
export function supportedValues(v: GroupOrderValues, maker: Maker | undefined): GroupOrderValues {
  if (!maker) return v;
  return {
    ...v,
    services: maker.canAdd ? v.services : undefined,
    admins: maker.canPromote ? v.admins : undefined,
    mute: maker.canMute ? v.mute : undefined,
    greeting: maker.canGreet ? v.greeting : undefined,
  };
}

/**
 * Returns a draft of a form that may be incomplete; undefined without a collection or a file, which has the country.
 */
export function draftOf(all: GroupOrderValues, maker?: Maker): GroupOrderRequest | undefined {
  const v = supportedValues(all, maker);
  const target = targetOf(v);
  if (!target) return undefined;
  return {
    name: v.name?.trim() ?? '',
    ...target,
    provider: v.provider || undefined,
    startTime: v.when === 'later' && v.startTime ? instant(v.startTime) : undefined,
    endTime: v.endTime ? instant(v.endTime) : undefined,
    remark: v.remark || undefined,
    sizeMin: v.sizeMin ?? 0,
    sizeMax: v.sizeMax ?? 0,
    groupName: v.groupName?.trim() ?? '',
    suffix: v.suffix || undefined,
    suffixStart: v.suffix ? (v.suffixStart ?? undefined) : undefined,
    avatarId: v.avatarId?.id,
    description: v.description?.trim() || undefined,
    services: nonEmpty(v.services),
    admins: nonEmpty(v.admins),
    mute: v.mute || undefined,
    joinApproval: v.joinApproval || undefined,
    greeting: greetingOf(v),
  };
}

/** Returns whether the provider supports the group size. */
export function sized({ sizeMin: least, sizeMax: most }: GroupOrderValues, maker: Maker | undefined): boolean {
  if (!least || !most || most < least) return false;
  return !maker || (least >= maker.sizeMin && most <= maker.sizeMax);
}

/** Returns the step whose required fields are still empty; the estimate needs them. */
export function missingOf(all: GroupOrderValues, maker?: Maker): 'start' | 'members' | 'group' | undefined {
  const v = supportedValues(all, maker);
  if (v.when === 'later' && !v.startTime) return 'start';
  if (!targetOf(v)) return 'members';
  if (!v.groupName?.trim() || !sized(v, maker)) return 'group';
  if (v.suffix && (v.suffixStart === null || v.suffixStart === undefined)) return 'group';
  return v.mute && !v.admins?.length ? 'group' : undefined;
}

/** The order that a form describes; nothing while it is not complete. */
export function toRequest(v: GroupOrderValues, maker?: Maker): GroupOrderRequest | undefined {
  return missingOf(v, maker) ? undefined : draftOf(v, maker);
}
