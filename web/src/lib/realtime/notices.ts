import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { get } from '@/lib/api/query';
import { useSession } from '@/lib/session';

/** A notice or an announcement as the server sends it (platform-services §3). */
export type Notice = {
  id: string;
  messageNoticeId?: string;
  messageAnnouncementId?: string;
  contents?: { title?: string; summary?: string } | null;
  /** HTML */
  content?: string | null;
  noticeTime?: string | null;
  createTime?: string | null;
  /** 1 notice, 2 reminder */
  noticeType?: number;
  messageType?: number;
  type?: number | string;
  /** 1 unread, 2 read */
  isReading?: number;
  userId?: string;
  /** Path of the console that it is about. */
  link?: string;
  /** How many notices about the same subject it stands for. */
  count?: number;
};

export type NoticeKind = 'notice' | 'announcement';
export type Queued = { kind: NoticeKind; notice: Notice };

/** Types of live messages that are no notices. */
const OWN_MESSAGE_TYPES = new Set(['ping', 'pong', 'order', 'menu', 'export', 'revoke', 'review', 'inbox', 'credit']);

function isNotice(data: unknown): data is Notice {
  return typeof (data as Notice | null)?.id === 'string';
}

/**
 * Returns the place of a live message (platform-services §4). Type 2 with noticeType 2 is a notification; other notices
 * of type 2 wait in a modal. Type 5 is ignored; other types are announcements.
 */
export function placeOf(type: string, data: unknown): 'notification' | 'modal' | 'announcement' | 'nowhere' {
  if (OWN_MESSAGE_TYPES.has(type) || !/^\d+$/.test(type) || type === '5' || !isNotice(data)) return 'nowhere';
  if (type !== '2') return 'announcement';
  return Number(data.noticeType) === 2 ? 'notification' : 'modal';
}

type Queue = {
  waiting: Queued[];
  /** Appends a notice to the queue, unless it is waiting already. */
  add: (kind: NoticeKind, notice: Notice) => void;
  next: () => void;
  /** Takes out what was revoked. */
  drop: (id: string) => void;
};

/** Notices that wait to be read, one after the other. */
export const useNoticeQueue = create<Queue>()((set) => ({
  waiting: [],
  add: (kind, notice) =>
    set((s) =>
      s.waiting.some((w) => w.kind === kind && w.notice.id === notice.id)
        ? s
        : { waiting: [...s.waiting, { kind, notice }] },
    ),
  next: () => set((s) => ({ waiting: s.waiting.slice(1) })),
  drop: (id) => set((s) => ({ waiting: s.waiting.filter((w) => idOf(w.notice) !== id) })),
}));

const UNREAD = '/im/notice/no/read';
const CURRENT = '/im/announcement/no/expire';

/** The GET paths of each kind: invalidated after a change of that kind only. */
const PATHS: Record<NoticeKind, string[]> = { notice: ['/im/notice/messages', UNREAD], announcement: [CURRENT] };

export function invalidateNotices(queries: QueryClient, kinds: NoticeKind[] = ['notice', 'announcement']) {
  const paths = kinds.flatMap((k) => PATHS[k]);
  return Promise.all(paths.map((p) => queries.invalidateQueries({ queryKey: ['get', p] })));
}

/** The id of the post that a notice shows. */
const idOf = (n: Notice) => n.messageAnnouncementId ?? n.messageNoticeId ?? n.id;

/** The notice itself where the message carries only its id (decisions §13): with what the console asks for anyway. */
async function whole(kind: NoticeKind, told: Notice, queries: QueryClient): Promise<Notice | undefined> {
  if (told.contents) return told;
  const query = { userId: useSession.getState().info?.userId ?? '' };
  const list =
    kind === 'notice'
      ? (await queries.fetchQuery({ ...get(UNREAD, { query }), staleTime: 0 }))?.records
      : await queries.fetchQuery({ ...get(CURRENT, { query }), staleTime: 0 });
  return list?.find((n) => idOf(n) === idOf(told));
}

/** Shows live notices and takes them back. */
export type NoticeAnnouncer = { notify: (n: Notice) => void; unsay: (id: string) => void };

/** Takes a live message. */
export async function receive(type: string, data: unknown, queries: QueryClient, say: NoticeAnnouncer) {
  if (type === 'revoke' && isNotice(data)) {
    say.unsay(data.id);
    useNoticeQueue.getState().drop(data.id);
    return void invalidateNotices(queries);
  }
  if (placeOf(type, data) === 'nowhere') return;
  const kind: NoticeKind = type === '2' ? 'notice' : 'announcement';
  void invalidateNotices(queries, [kind]);
  const notice = await whole(kind, data as Notice, queries).catch(() => undefined);
  if (!notice) return; // the bell has it
  const place = placeOf(type, notice);
  if (place === 'notification') say.notify(notice);
  else useNoticeQueue.getState().add(kind, notice);
}
