import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import { get, keyOf } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { POLL } from '@/lib/constants';
import { useSocketState } from '@/lib/realtime/useSocketState';
import { useSession } from '@/lib/session';

export const CONVERSATION_LIST = '/gc/inbox/page';
const CONVERSATION = '/gc/inbox/{id}';
export const MESSAGE_PAGE = '/gc/inbox/{id}/messages';

export type Conversation = NonNullable<Data<'get', typeof CONVERSATION_LIST>['records']>[number];
export type Detail = Data<'get', typeof CONVERSATION>;
export type Message = NonNullable<Data<'get', typeof MESSAGE_PAGE>['records']>[number];

export const FILTERS = ['all', 'unread', 'mine', 'nobody', 'closed'] as const;
export type Filter = (typeof FILTERS)[number];

/** The interval of refetching: live messages reach only users who see the conversation. */
const useEvery = () => (useSocketState() === 'open' ? POLL.slow : POLL.live);

const PAGE_SIZE = 50;

/** What conversations are looked for by: a part of name, number or last message, a tag, an order. */
type Sought = { search?: string; tag?: string; orderId?: string };

/** The conversations of a filter, as many as were asked for. */
export function useConversations(filter: Filter, sought: Sought, pages: number) {
  const me = useSession((s) => s.info?.userId);
  const refetchInterval = useEvery();
  const query = {
    status: filter === 'closed' ? ('closed' as const) : ('open' as const),
    ...(filter === 'unread' ? { isUnread: 'true' as const } : {}),
    ...(filter === 'mine' && me ? { assigneeId: me } : {}),
    ...(filter === 'nobody' ? { isAssigned: 'false' as const } : {}),
    ...Object.fromEntries(Object.entries(sought).filter(([, value]) => value)),
  };
  // The list consists of the requested pages in sequence; shown pages stay while the next one loads.
  const parts = Array.from({ length: pages }, (_, i) => ({
    ...get(CONVERSATION_LIST, { query: { ...query, current: i + 1, size: PAGE_SIZE } }),
    refetchInterval,
  }));
  return useQueries({
    queries: parts,
    combine: (all) => ({
      total: all[0]?.data?.total,
      // Conversations that move up between two pages may come twice.
      records: all[0]?.data && [
        ...new Map(all.flatMap((part) => part.data?.records ?? []).map((c) => [c.id, c])).values(),
      ],
      error: all.find((part) => part.error)?.error,
      isFetching: all.some((part) => part.isFetching),
      refetch: () => {
        for (const part of all) void part.refetch();
      },
    }),
  });
}

export function useConversation(id: string) {
  const refetchInterval = useEvery();
  return useQuery({ ...get(CONVERSATION, { path: { id } }), staleTime: 0, refetchInterval });
}

/** The latest messages; `before` is where the part ends that is known. */
export function useMessages(id: string, before?: string) {
  const refetchInterval = useEvery();
  return useQuery({
    ...get(MESSAGE_PAGE, { path: { id }, query: before ? { before } : {} }),
    staleTime: before ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: before ? false : refetchInterval,
  });
}

/** Messages with a text, the latest first. A page reads a bounded part of the thread, so it may be empty. */
export function useFoundMessages(id: string, text: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf('/gc/inbox/{id}/search', { path: { id }, query: { text } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      apiData(
        'get',
        '/gc/inbox/{id}/search',
        { path: { id }, query: { text, ...(pageParam && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    enabled: text !== '',
  });
}

/** The day of an instant at +08:00. */
export const dayOf = (shown: string) => shown.slice(0, 10);
