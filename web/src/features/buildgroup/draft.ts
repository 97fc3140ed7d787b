import dayjs from 'dayjs';
import { nowAtEight } from '@/lib/format';
import type { Collection } from '@/ordering/target';
import type { GroupOrderRequest, GroupOrderValues } from './request';

type StoredGroupDraft = { name: string; url: string };
/** The objects that an order refers to, in their current state. */
export type Parts = {
  collection?: Collection;
  file?: StoredGroupDraft;
  avatar?: StoredGroupDraft;
  picture?: StoredGroupDraft;
};

const shownAs = (id: string | undefined, of: StoredGroupDraft | undefined) =>
  id && of ? { id, name: of.name, shown: of.url } : undefined;

/** A draft, or an order, as the form has it. A time that has passed becomes "at once". */
export function valuesOf(
  d: GroupOrderRequest,
  { collection, file, avatar, picture }: Parts = {},
  now = new Date(),
): GroupOrderValues {
  const ahead = (at: string | null | undefined) =>
    at && new Date(at) > now ? dayjs(nowAtEight(new Date(at))) : undefined;
  const start = ahead(d.startTime);
  return {
    name: d.name,
    userId: d.userId,
    target: d.fileId ? 'file' : 'group',
    groupId: collection,
    file: d.fileId && file ? { id: d.fileId, name: file.name } : undefined,
    countryCode: d.fileId ? d.countryCode : undefined,
    waFilter: d.waFilter,
    activeDays: d.activeDays || undefined,
    provider: d.provider || undefined,
    when: start ? 'later' : 'now',
    startTime: start,
    endTime: ahead(d.endTime),
    remark: d.remark,
    sizeMin: d.sizeMin || undefined,
    sizeMax: d.sizeMax || undefined,
    groupName: d.groupName,
    suffix: d.suffix,
    suffixStart: d.suffixStart,
    avatarId: shownAs(d.avatarId, avatar),
    description: d.description,
    services: d.services ?? undefined,
    admins: d.admins ?? undefined,
    mute: d.mute,
    joinApproval: d.joinApproval,
    greeting: d.greeting && {
      text: d.greeting.text,
      pictureId: shownAs(d.greeting.pictureId, picture),
      times: d.greeting.times,
    },
  };
}
