import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { apiData } from '@/lib/api/client';
import { CODE, isApiError } from '@/lib/api/error';
import { useApiMutation } from '@/lib/api/mutation';
import { keyOf } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { showError } from '@/lib/notifier';
import { useApp } from '@/lib/toasts';
import { type Currency, type TopUpMethod, toTopUpRequest } from './methods';
import { formOf, openWindow, post } from './providerPage';

type Order = { credits: number; currency: Currency };

/** Makes an order and sends a window of its own to the provider's page with it. */
export function usePage(way: TopUpMethod, onOpened: (orderId: string) => void) {
  const t = useTranslations('topup');
  const { message } = useApp();
  const queries = useQueryClient();
  const make = useApiMutation(
    ({ credits, currency }: Order) => request('post', '/pay/order', { body: toTopUpRequest(way, credits, currency) }),
    { quiet: true },
  );
  const open = async (order: Order) => {
    const page = openWindow(t('opening'));
    if (!page) return message.warning(t('blocked'));
    try {
      const { orderId } = await make.mutateAsync(order);
      const html = await apiData('get', '/pay/order/{orderId}/page', { path: { orderId } });
      const form = html && formOf(html);
      if (!form) throw new Error(t('noPage'));
      post(page, form);
      onOpened(orderId);
    } catch (e) {
      page.close();
      if (isApiError(e) && e.code === CODE.costlier)
        void queries.invalidateQueries({ queryKey: keyOf('/aty/recharge/info') });
      showError(e);
    }
  };
  return { open: (credits: number, currency: Currency) => void open({ credits, currency }), busy: make.isPending };
}
