import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { loadUser } from '@/lib/api/loadUser';
import { get, keyOf } from '@/lib/api/query';
import { onLive } from '@/lib/realtime/bus';
import { invalidateCredit } from '@/lib/realtime/credit';
import { useApp } from '@/lib/toasts';

/** Orders whose payment was announced; a polling window and a live message may both see it. */
const notified = new Set<string>();

/** Says that an order's payment has arrived, and has everything looked at again that depends on it, once. */
export function usePaid(goOn?: () => unknown) {
  const t = useTranslations('topup');
  const queries = useQueryClient();
  const { message } = useApp();
  return (orderId: string) => {
    if (notified.has(orderId)) return;
    notified.add(orderId);
    void invalidateCredit(queries);
    void loadUser().catch(() => {}); // with credit comes what may be done with it
    message.success(t('arrived'));
    goOn?.();
  };
}

/** The state of an order, refetched when a live message says that it changed. */
export function useStatus(orderId: string) {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive('recharge', (data) => {
        const of = { path: { orderId } };
        if ((data as { id?: string } | null)?.id === orderId)
          void queries.invalidateQueries({ queryKey: keyOf('/pay/order/{orderId}/status', of) });
      }),
    [queries, orderId],
  );
  return get('/pay/order/{orderId}/status', { path: { orderId } });
}
