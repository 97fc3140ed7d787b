import { useQueryClient } from '@tanstack/react-query';
import { useApiMutation } from '@/lib/api/mutation';
import type { ApiRequest } from '@/lib/api/request';
import { invalidateNotices, type Notice, type NoticeKind } from '@/lib/realtime/notices';
import { useSession } from '@/lib/session';

export const useUserId = () => useSession((s) => s.info?.userId ?? '');

type Reading = { kind: NoticeKind; notice: Notice; remove?: boolean };

/** A PUT whose path differs between the OpenAPI document and the specification. */
const put = (path: string, input: object) => ({ method: 'put', path, input }) as unknown as ApiRequest;

/** Marks as read, or removes from the own list; notices and announcements have different endpoints. */
function reading({ kind, notice, remove }: Reading, userId: string): ApiRequest {
  if (kind === 'announcement') {
    const id = notice.messageAnnouncementId ?? notice.id;
    return put('/im/announcement/read/{userId}/{id}', { path: { userId, id } });
  }
  const marked = { ...(remove ? { deleted: true } : {}), ...(notice.count ? { grouped: true } : {}) };
  return put('/im/notice/read', { query: { id: notice.id, userId, ...marked } });
}

export function useRead() {
  const queries = useQueryClient();
  const userId = useUserId();
  return useApiMutation((r: Reading) => reading(r, userId), {
    onDone: (_, { kind }) => invalidateNotices(queries, [kind]),
  });
}

/** Everything of a tab is read. */
export function useClearAll() {
  const queries = useQueryClient();
  const userId = useUserId();
  const all = (messageType: number) =>
    put('/im/notice/read/{userId}/{messageType}', { path: { userId, messageType: String(messageType) } });
  return useApiMutation(all, { onDone: () => invalidateNotices(queries, ['notice']) });
}
