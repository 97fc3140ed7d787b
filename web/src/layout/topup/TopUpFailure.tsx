import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '@/kit/api/query';
import { invalidateCredit } from '@/realtime/credit';

/** Says why a payment failed. One that was paid short has been credited, so what depends on the balance is asked anew. */
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
