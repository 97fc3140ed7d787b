import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/auth/session';
import { NOTICES, POLL } from '@/core/constants';
import { callPath } from '@/kit/api/client';
import { type Kind, type Notice, staleNotices } from '@/realtime/notices';

export type NoticePage = { records: Notice[] | null; total: number };
export type Unread = { records: Notice[] | null; total: number; counts?: Record<string, number> };

function ask<T>(path: string, query: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['get', path, { query }],
    queryFn: ({ signal }) => callPath<T>('get', path, { query }, { signal }),
    staleTime: POLL.slow,
  });
}

/** What was not read yet; its count is the bell's badge. */
export const unreadQuery = (userId: string) => ask<Unread | null>('/im/notice/no/read', { userId });

/** Notices (1) or reminders (2) of the last 30 days, newest first. */
export const messagesQuery = (userId: string, messageType: number, current = 1, size: number = NOTICES.shown) =>
  ask<NoticePage | null>('/im/notice/messages', { userId, messageType, current, size });

/** Announcements that still hold: the ticker. */
export const tickerQuery = (userId: string) => ask<Notice[] | null>('/im/announcement/no/expire', { userId });

export const useUserId = () => useSession((s) => s.info?.userId ?? '');

type Reading = { kind: Kind; notice: Notice; remove?: boolean };

/** Marks as read, or removes from the own list; notices and announcements have different endpoints. */
async function read({ kind, notice, remove }: Reading, userId: string) {
  if (kind === 'announcement') {
    const id = notice.messageAnnouncementId ?? notice.id;
    return callPath('put', '/im/announcement/read/{userId}/{id}', { path: { userId, id } });
  }
  const query = { id: notice.id, userId, ...(remove ? { deleted: true } : {}) };
  return callPath('put', '/im/notice/read', { query });
}

export function useRead() {
  const queries = useQueryClient();
  const userId = useUserId();
  return useMutation({ mutationFn: (r: Reading) => read(r, userId), onSuccess: () => staleNotices(queries) });
}

/** Everything of a tab is read. */
export function useClearAll() {
  const queries = useQueryClient();
  const userId = useUserId();
  return useMutation({
    mutationFn: (messageType: number) =>
      callPath('put', '/im/notice/read/{userId}/{messageType}', { path: { userId, messageType: String(messageType) } }),
    onSuccess: () => staleNotices(queries),
  });
}
