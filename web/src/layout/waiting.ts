import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCan } from '@/auth/session';
import { POLL } from '@/core/constants';
import { get } from '@/kit/api/query';
import { useFormat } from '@/kit/format';

/** More than fits into a menu. */
const MOST = 99;

/** How many wait for the review of whoever is signed in on a page of the menu. The server says when that changes; asking now and then is for what got lost. */
export function useWaiting(page: string | undefined): { shown: string; said: string } | undefined {
  const t = useTranslations('shell');
  const f = useFormat();
  const can = useCan();
  const reviews = can('gc:groupsendorder:review') || can('gc:template:review');
  const { data } = useQuery({
    ...get('/gc/review'),
    enabled: reviews && (page === 'gc/order' || page === 'gc/template'),
    refetchInterval: POLL.idle,
    select: (all) => all?.find((w) => w.page === page),
  });
  const unread = useQuery({
    ...get('/gc/inbox/unread'),
    enabled: page === 'gc/inbox',
    refetchInterval: POLL.idle,
    select: (all) => all.conversations,
  });
  const n = page === 'gc/inbox' ? unread.data : data?.count;
  if (!n) return undefined;
  const said = page === 'gc/inbox' ? t('unreadAnswers', { n }) : t('waiting', { n });
  return { shown: n > MOST ? `${MOST}+` : f.count(n), said };
}
