import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '@/lib/api/query';
import { invalidateCredit } from '@/lib/realtime/credit';

/**
 * Shows why a payment failed. An underpaid one has been credited, so queries that depend on the balance are refetched.
 */
export function TopUpFailure({ orderId }: { orderId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...get('/aty/recharge/pay/finish/{orderId}', { path: { orderId } }),
    refetchOnMount: 'always',
  });
  const credited = (data?.status === FAILED && data.creditAmount) || 0;
  useEffect(() => {
    if (credited > 0) void invalidateCredit(queries);
  }, [queries, credited]);
  return <span role="status">{data?.message}</span>;
}

const FAILED = 3;
