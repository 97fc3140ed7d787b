import { usePermission } from '@/kit/access/Can';
import { useSession } from '@/lib/session';

/** The payer when staff or an agent change or repeat another user's order: its customer again, never the caller. */
export function usePayerOf() {
  const me = useSession((s) => s.info?.userId);
  const above = usePermission()({ types: [1, 11] });
  return (order: { customerId: string }) => (above && order.customerId !== me ? order.customerId : undefined);
}

/** Whether the form has a payer: staff hold no credit and order for a customer only. */
export function usePaid() {
  const staff = usePermission()({ types: [1] });
  return ({ userId }: { userId?: string }) => !staff || Boolean(userId);
}
