import { useEffect } from 'react';
import { call } from '@/kit/api/client';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { at, type CommonDetail, useKind, useWords } from './kind';
import { useAsked } from './useAsked';

type Props = { order: CommonDetail; told: { current?: number } };

/** What sending to the failed recipients again would cost: the server is asked when the question is put. `told` keeps the cost that was said. */
export function RetryFacts({ order, told }: Props) {
  const t = useWords();
  const kind = useKind();
  const f = useFormat();
  const path = at(kind, '/{id}/retry');
  const now = useAsked([path, order.id], (signal) => call('get', path, { path: { id: order.id } }, { signal }));
  const said = now.data?.cost;
  useEffect(() => {
    told.current = said;
  }, [told, said]);
  if (now.isError) return textOf(now.error);
  if (!now.data) return t('ask.retry.asking');
  const { targets, price, cost, balance, stock } = now.data;
  if (balance < cost) return t('ask.retry.short', { cost: f.credits(cost), balance: f.credits(balance) });
  if (stock !== null && stock < targets) {
    return t('ask.retry.shortStock', { country: f.country(order.countryCode), left: f.count(stock) });
  }
  return t('ask.retry.text', { cost: f.credits(cost), price: f.credits(price) });
}
