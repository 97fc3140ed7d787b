import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { get } from '@/kit/api/query';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import type { OrderDetail } from './order';

/** What sending to the failed recipients again would cost: the server is asked when the question is put. */
export function RetryFacts({ order }: { order: OrderDetail }) {
  const t = useTranslations('order.ask.retry');
  const f = useFormat();
  const now = useQuery({
    ...get('/gc/groupsendorder/{id}/retry', { path: { id: order.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  if (now.isError) return textOf(now.error);
  if (!now.data) return t('asking');
  const { targets, price, cost, balance, stock } = now.data;
  if (balance < cost) return t('short', { cost: f.credits(cost), balance: f.credits(balance) });
  if (stock !== null && stock < targets) {
    return t('shortStock', { country: f.country(order.countryCode), left: f.count(stock) });
  }
  return t('text', { cost: f.credits(cost), price: f.credits(price) });
}
