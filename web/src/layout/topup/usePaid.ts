import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { KINDS } from '@/core/kinds';
import { loadUser } from '@/kit/api/loadUser';
import { get, keyOf } from '@/kit/api/query';
import { useApp } from '@/kit/light/app';
import { onLive } from '@/realtime/bus';

/** What is other after a payment; an estimate says whether the balance suffices. */
export const CHANGED = [
  ['get', '/pi/personal/info'],
  ['get', '/pi/personal/info/statement/page'],
  ['get', '/aty/recharge/info'],
  ['get', '/aty/recharge/page'],
  ['get', '/virtual/currency/order/recharge'],
  ['get', '/aty/accountstatement/page'],
  ...KINDS.map((base) => ['post', `${base}/estimate`]),
];

/** Orders whose payment was told of; a window that asks and a live message may both see it. */
const told = new Set<string>();

/** Says that an order's payment has arrived, and has everything looked at again that depends on it, once. */
export function usePaid(goOn?: () => unknown) {
  const t = useTranslations('topup');
  const queries = useQueryClient();
  const { message } = useApp();
  return (orderId: string) => {
    if (told.has(orderId)) return;
    told.add(orderId);
    for (const queryKey of CHANGED) void queries.invalidateQueries({ queryKey });
    void loadUser().catch(() => {}); // with credit comes what may be done with it
    message.success(t('arrived'));
    goOn?.();
  };
}

/** How an order stands, asked at once when a live message tells that it changed. */
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
