import { useQuery } from '@tanstack/react-query';
import { get } from '@/kit/api/query';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { at, type CommonDetail, useKind, useWords } from './kind';

/** What sending to the failed recipients again would cost: the server is asked when the question is put. */
export function RetryFacts({ order }: { order: CommonDetail }) {
  const t = useWords();
  const kind = useKind();
  const f = useFormat();
  const now = useQuery({
    ...get(at(kind, '/{id}/retry'), { path: { id: order.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  if (now.isError) return textOf(now.error);
  if (!now.data) return t('ask.retry.asking');
  const { targets, price, cost, balance, stock } = now.data;
  if (balance < cost) return t('ask.retry.short', { cost: f.credits(cost), balance: f.credits(balance) });
  if (stock !== null && stock < targets) {
    return t('ask.retry.shortStock', { country: f.country(order.countryCode), left: f.count(stock) });
  }
  return t('ask.retry.text', { cost: f.credits(cost), price: f.credits(price) });
}
