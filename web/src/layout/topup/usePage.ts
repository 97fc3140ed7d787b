import { useTranslations } from 'next-intl';
import { useAct } from '@/kit/api/act';
import { call } from '@/kit/api/client';
import { to } from '@/kit/api/to';
import { report } from '@/kit/feedback';
import { useApp } from '@/kit/light/app';
import { formOf, openWindow, post } from './providerPage';
import { type Way, wishOf } from './ways';

/** Makes an order and sends a window of its own to the provider's page with it. */
export function usePage(way: Way, onOpened: (orderId: string) => void) {
  const t = useTranslations('topup');
  const { message } = useApp();
  const make = useAct((credits: number) => to('post', '/pay/order', { body: wishOf(way, credits) }), { quiet: true });
  const open = async (credits: number) => {
    const page = openWindow(t('opening'));
    if (!page) return message.warning(t('blocked'));
    try {
      const { orderId } = await make.mutateAsync(credits);
      const html = await call('get', '/pay/order/{orderId}/page', { path: { orderId } });
      const form = html && formOf(html);
      if (!form) throw new Error(t('noPage'));
      post(page, form);
      onOpened(orderId);
    } catch (e) {
      page.close();
      report(e);
    }
  };
  return { open: (credits: number) => void open(credits), busy: make.isPending };
}
