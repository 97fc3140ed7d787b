import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useReviewQueues } from '@/kit/access/reviewQueues';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';

/** Highest count that a menu shows. */
const MAX_COUNT = 99;

/** The number of items at pages of the menu that wait for the user's review, or are unread. */
export function useWaiting(pages: readonly string[]): { shown: string; said: string } | undefined {
  const t = useTranslations('shell');
  const f = useFormat();
  const { queues } = useReviewQueues();
  const inbox = pages.includes('gc/inbox');
  const unread = useQuery({
    ...get('/gc/inbox/unread'),
    enabled: inbox,
    refetchInterval: POLL.idle,
    select: (all) => all.conversations,
  });
  const reviews = queues.filter((w) => pages.includes(w.page)).reduce((sum, w) => sum + w.count, 0);
  const n = reviews + (inbox ? (unread.data ?? 0) : 0);
  if (n === 0) return undefined;
  const said = inbox ? t('unreadAnswers', { n }) : t('waiting', { n });
  return { shown: n > MAX_COUNT ? `${MAX_COUNT}+` : f.count(n), said };
}
