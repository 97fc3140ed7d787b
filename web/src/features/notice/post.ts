import dayjs, { type Dayjs } from 'dayjs';
import type { Languages } from '@/kit/input/LanguagesInput';
import type { RecordOf } from '@/lib/api/types';
import actions from './actions.json';

export type PostKind = 'announcement' | 'notice';
export type Item = RecordOf<'/im/announcement/page'>;
export type Action = keyof typeof actions;

/** Both kinds have the same calls; the types of one stand for both. */
export const base = (kind: PostKind) => `/im/${kind}` as '/im/announcement';

/** The server refuses what this table does not allow (a test of the server holds both together). */
export function allows(action: Action, status: number): boolean {
  return (actions[action] as number[]).includes(status);
}

export type AudienceKind = 'all' | 'types' | 'users';

/** The fields of the form. */
export type PostFormValues = {
  title?: Languages;
  summary?: Languages;
  content?: Languages;
  noticeType?: number;
  audience: AudienceKind;
  types?: number[];
  userIds?: string[];
  staffIds?: string[];
  agentIds?: string[];
  publishTime?: Dayjs | null;
  expireTime?: Dayjs | null;
};

const EIGHT_HOURS = 8 * 3600_000;

/** A picked moment means +08:00, wherever the browser is. */
export function instant(picked: Dayjs | null | undefined): string | undefined {
  return picked ? new Date(`${picked.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).toISOString() : undefined;
}

/** An instant as the picker shows it. */
export function picked(at: string | null | undefined): Dayjs | undefined {
  return at ? dayjs(new Date(Date.parse(at) + EIGHT_HOURS).toISOString().slice(0, 19)) : undefined;
}

/** A text of the API: one for all languages, or one for each language. */
export function languagesOf(text: unknown, own: keyof Languages): Languages {
  if (typeof text === 'string') return text ? { [own]: text } : {};
  return (text as Languages | null) ?? {};
}

/** Returns the languages that have a text; the others are not sent. */
function written(text: Languages | undefined): Languages {
  return Object.fromEntries(Object.entries(text ?? {}).filter(([, v]) => v?.trim()));
}

export const isWritten = (text: Languages | undefined) => Object.keys(written(text)).length > 0;

/** All users that the pickers name, each once. */
const peopleOf = (v: PostFormValues) => [
  ...new Set([...(v.userIds ?? []), ...(v.staffIds ?? []), ...(v.agentIds ?? [])]),
];

export function bodyOf(v: PostFormValues, id?: string) {
  return {
    id,
    title: written(v.title),
    summary: written(v.summary),
    content: written(v.content),
    noticeType: v.noticeType,
    audience: {
      kind: v.audience,
      types: v.audience === 'types' ? v.types : undefined,
      userIds: v.audience === 'users' ? peopleOf(v) : undefined,
    },
    publishTime: instant(v.publishTime),
    expireTime: instant(v.expireTime),
  };
}
