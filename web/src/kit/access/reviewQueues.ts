import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { useSession } from '@/lib/session';

/**
 * The queues of what waits for the user's review, by the page where it is reviewed; the server leaves out what the user may not review.
 * It announces changes; polling covers lost messages, and one place of the console polls for all that show them (`polls`).
 */
export function useReviewQueues(polls = false) {
  const enabled = useSession((s) => s.permissions.some((p) => p.endsWith(':review')));
  const { data, isPending } = useQuery({ ...get('/gc/review'), enabled, refetchInterval: polls && POLL.idle });
  return { queues: data ?? [], pending: enabled && isPending };
}
