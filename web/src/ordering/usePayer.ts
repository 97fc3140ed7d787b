import { useSession } from '@/auth/session';
import { usePermission } from '@/kit/access/Can';

/** Who an order of somebody else is paid by when staff or an agent change it or order it once more: its customer again, never they themselves. */
export function usePayerOf() {
  const me = useSession((s) => s.info?.userId);
  const above = usePermission()({ types: [1, 11] });
  return (order: { customerId: string }) => (above && order.customerId !== me ? order.customerId : undefined);
}

/** Whether somebody pays for what a form describes: staff hold no credit and order for a customer only. */
export function usePaid() {
  const staff = usePermission()({ types: [1] });
  return ({ userId }: { userId?: string }) => !staff || Boolean(userId);
}
