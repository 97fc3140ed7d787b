import { get } from '@/lib/api/query';
import { NOTICES, POLL } from '@/lib/constants';
import type { Notice } from '@/lib/realtime/notices';
import { safeStorage } from '@/lib/storage';

/** Notices and reminders. */
export type MessageType = '1' | '2';
export type Unread = { records: Notice[] | null; total: number; counts?: Record<string, number> };

/** Query for the unread notices, those about the same subject as one; their count is the bell's badge. */
export const unreadQuery = (userId: string) => ({
  ...get('/im/notice/no/read', { query: { userId, grouped: true } }),
  staleTime: POLL.slow,
});

/** Returns the number of unread notices by tab. */
export const countsOf = (unread: Unread | null | undefined): Record<string, number> => unread?.counts ?? {};

/** The tab that has something to read: that of notices, unless the reminders alone have. */
export const firstTab = (counts: Record<string, number>) => (!counts['1'] && counts['2'] ? '2' : '1');

/** Notices (1) or reminders (2) of the last 30 days, newest first. */
export const messagesQuery = (userId: string, messageType: MessageType, current = 1, size: number = NOTICES.shown) => ({
  ...get('/im/notice/messages', { query: { userId, messageType, current, size, grouped: true } }),
  staleTime: POLL.slow,
});

/** Announcements that still hold: the ticker. */
export const tickerQuery = (userId: string) => ({
  ...get('/im/announcement/no/expire', { query: { userId } }),
  staleTime: POLL.slow,
});

const TICKER = 'ticker_';

/** Whether the user had a ticker at the last visit: then its line is reserved; undefined before the first visit. */
export function rememberedTicker(userId: string): boolean | undefined {
  const kept = safeStorage.getItem(TICKER + userId);
  return kept === null ? undefined : kept === '1';
}

export function rememberTicker(userId: string, shown: boolean) {
  if (rememberedTicker(userId) !== shown) safeStorage.setItem(TICKER + userId, shown ? '1' : '0');
}
