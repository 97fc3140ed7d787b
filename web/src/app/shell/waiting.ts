import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import type { Permission } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';

/** Highest count that a menu shows. */
const MAX_COUNT = 99;

/** Pages of the menu where something is reviewed, with what their reviewers may do. */
const DESKS: Record<string, Permission> = {
  'gc/order': 'gc:groupsendorder:review',
  'gc/template': 'gc:template:review',
  'bgo/group': 'bgo:buildgroup:review',
  'call/order': 'call:order:review',
  'edm/order': 'edm:order:review',
};

/**
 * Returns the number of a page's items that wait for the user's review. The server announces changes; polling covers
 * lost messages.
 */
export function useWaiting(page: string | undefined): { shown: string; said: string } | undefined {
  const t = useTranslations('shell');
  const f = useFormat();
  const can = usePermission();
  const desk = page === undefined ? undefined : DESKS[page];
  const { data } = useQuery({
    ...get('/gc/review'),
    enabled: desk !== undefined && can(desk),
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
  return { shown: n > MAX_COUNT ? `${MAX_COUNT}+` : f.count(n), said };
}
