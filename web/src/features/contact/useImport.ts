import { useQuery, useQueryClient } from '@tanstack/react-query';
import { upload } from '@/kit/upload/upload';
import { apiData } from '@/lib/api/client';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { get, keyOf } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { POLL } from '@/lib/constants';
import type { ImportOptions } from './collection';

/** Uploads the file (a large one straight to the storage) and starts the import of it; a file that is there is read again. */
export function useStart(id: string, owner: object, onPart: (part: number) => void) {
  const start = async ({ file, way }: { file: File | string; way?: ImportOptions }, withdrawn?: AbortSignal) => {
    onPart(0);
    const fileId = typeof file === 'string' ? file : (await upload(file, 'contact', onPart)).id;
    const body = { fileId, ...way };
    const { taskId } = await sendOnce(
      request('post', '/aty/contactsgroup/{id}/import', { path: { id }, body }),
      withdrawn,
    );
    return { taskId, fileId, way };
  };
  return useWork(start, { quiet: true, owner });
}

/** Polls the import until it ends, then refreshes all queries that show members. */
export function useStatus(id: string, taskId: string | undefined) {
  const queries = useQueryClient();
  const query = get('/aty/contactsgroup/{id}/import/{taskId}', { path: { id, taskId: taskId ?? '' } });
  return useQuery({
    ...query,
    enabled: taskId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : POLL.task),
    queryFn: async (context) => {
      const status = await apiData(
        'get',
        '/aty/contactsgroup/{id}/import/{taskId}',
        { path: { id, taskId: taskId ?? '' } },
        context,
      );
      if (status.status !== 'running') {
        for (const path of [
          '/aty/contactsgroup/page',
          '/aty/contactsgroup/lovPage',
          '/aty/contactsgroup/{id}',
        ] as const) {
          void queries.invalidateQueries({ queryKey: ['get', path] });
        }
        void queries.invalidateQueries({
          queryKey: [keyOf('/aty/contactsgroup/page')[0], '/aty/contactsgroup/{id}/member/page'],
        });
      }
      return status;
    },
  });
}
