import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/auth/session';
import { callPath } from '@/kit/api/client';
import { type Kind, type Notice, staleNotices } from '@/realtime/notices';

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
  return useMutation({
    mutationFn: (r: Reading) => read(r, userId),
    onSuccess: (_, { kind }) => staleNotices(queries, [kind]),
  });
}

/** Everything of a tab is read. */
export function useClearAll() {
  const queries = useQueryClient();
  const userId = useUserId();
  return useMutation({
    mutationFn: (messageType: number) =>
      callPath('put', '/im/notice/read/{userId}/{messageType}', { path: { userId, messageType: String(messageType) } }),
    onSuccess: () => staleNotices(queries, ['notice']),
  });
}
