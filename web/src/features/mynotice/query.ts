import { queryOptions } from '@tanstack/react-query';
import { apiDataAt } from '@/lib/api/client';
import { NOTICES, POLL } from '@/lib/constants';
import type { Notice } from '@/lib/realtime/notices';
import { safeStorage } from '@/lib/storage';

export type NoticePage = { records: Notice[] | null; total: number };
export type Unread = { records: Notice[] | null; total: number; counts?: Record<string, number> };

function noticeQuery<T>(path: string, query: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['get', path, { query }],
    queryFn: ({ signal }) => apiDataAt<T>('get', path, { query }, { signal }),
    staleTime: POLL.slow,
  });
}

/** Query for the unread notices; their count is the bell's badge. */
export const unreadQuery = (userId: string) => noticeQuery<Unread | null>('/im/notice/no/read', { userId });

/** Returns the number of unread notices by tab. */
export const countsOf = (unread: Unread | null | undefined): Record<string, number> => unread?.counts ?? {};

/** The tab that has something to read: that of notices, unless the reminders alone have. */
export const firstTab = (counts: Record<string, number>) => (!counts['1'] && counts['2'] ? '2' : '1');

/** Notices (1) or reminders (2) of the last 30 days, newest first. */
export const messagesQuery = (userId: string, messageType: number, current = 1, size: number = NOTICES.shown) =>
  noticeQuery<NoticePage | null>('/im/notice/messages', { userId, messageType, current, size });

/** Announcements that still hold: the ticker. */
export const tickerQuery = (userId: string) => noticeQuery<Notice[] | null>('/im/announcement/no/expire', { userId });

const TICKER = 'ticker_';

/** Whether the user had a ticker at the last visit: then its line is reserved; undefined before the first visit. */
export function rememberedTicker(userId: string): boolean | undefined {
  const kept = safeStorage.getItem(TICKER + userId);
  return kept === null ? undefined : kept === '1';
}

export function rememberTicker(userId: string, shown: boolean) {
  if (rememberedTicker(userId) !== shown) safeStorage.setItem(TICKER + userId, shown ? '1' : '0');
}
