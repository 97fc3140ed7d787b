import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';

/** A notice or an announcement as the server tells of it (platform-services §3). */
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
};

export type Kind = 'notice' | 'announcement';
export type Queued = { kind: Kind; notice: Notice };

/** Types of live messages that are no notices. */
const OWN = new Set(['ping', 'pong', 'order', 'menu', 'export']);

function isNotice(data: unknown): data is Notice {
  return typeof (data as Notice | null)?.id === 'string';
}

/**
 * Where a live message goes (platform-services §4): type 2 with noticeType 2 is a notification, other notices wait in a modal; type 5
 * is ignored; what is neither is an announcement.
 */
export function placeOf(type: string, data: unknown): 'notification' | 'modal' | 'announcement' | 'nowhere' {
  if (type === '5' || OWN.has(type) || !isNotice(data)) return 'nowhere';
  if (type !== '2') return 'announcement';
  return Number(data.noticeType) === 2 ? 'notification' : 'modal';
}

type Queue = {
  waiting: Queued[];
  /** At the end of the queue; what waits already is not asked twice. */
  add: (kind: Kind, notice: Notice) => void;
  next: () => void;
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
}));

/** The GET paths that tell of notices; every one of them is stale after a change. */
export const NOTICE_PATHS = ['/im/notice/messages', '/im/notice/no/read', '/im/announcement/no/expire'] as const;

export function staleNotices(queries: QueryClient) {
  return Promise.all(NOTICE_PATHS.map((p) => queries.invalidateQueries({ queryKey: ['get', p] })));
}

/** Takes a live message; `notify` shows a reminder. */
export function receive(type: string, data: unknown, queries: QueryClient, notify: (n: Notice) => void) {
  const place = placeOf(type, data);
  if (place === 'nowhere') return;
  const notice = data as Notice;
  if (place === 'notification') notify(notice);
  else useNoticeQueue.getState().add(place === 'modal' ? 'notice' : 'announcement', notice);
  void staleNotices(queries);
}
