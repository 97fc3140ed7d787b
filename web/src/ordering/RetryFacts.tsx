import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiData } from '@/lib/api/client';
import { useFormat } from '@/lib/format';
import { errorText, showError } from '@/lib/notifier';
import { type CommonDetail, endpoint, useOrderKind, useOrderTexts } from './kind';
import { useActionPreview } from './useActionPreview';

/** Asks what a retry costs before its question is put, so that none is confirmed without its cost. */
export function useRetryQuote(order: CommonDetail, told: { current?: number }) {
  const path = endpoint(useOrderKind(), '/{id}/retry');
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    told.current = undefined;
    setAsking(true);
    try {
      const quote = await queries.fetchQuery({
        queryKey: ['asked', path, order.id],
        queryFn: ({ signal }) => apiData('get', path, { path: { id: order.id } }, { signal }),
        staleTime: 0,
        gcTime: 10_000, // until the question shows it
        retry: false,
      });
      told.current = quote.cost;
      return true;
    } catch (e) {
      showError(e);
      return false;
    } finally {
      setAsking(false);
    }
  };
  return { ask, asking };
}

type Props = { order: CommonDetail; told: { current?: number } };

/**
 * Shows the cost of retrying the failed recipients, fetched when the question opens. `told` receives the shown cost.
 */
export function RetryFacts({ order, told }: Props) {
  const t = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const path = endpoint(kind, '/{id}/retry');
  const now = useActionPreview([path, order.id], (signal) =>
    apiData('get', path, { path: { id: order.id } }, { signal }),
  );
  const said = now.data?.cost;
  useEffect(() => {
    if (said !== undefined) told.current = said;
  }, [told, said]);
  if (now.isError) return errorText(now.error);
  if (!now.data) return t('ask.retry.asking');
  const { targets, price, cost, balance, stock } = now.data;
  if (balance < cost) return t('ask.retry.short', { cost: f.credits(cost), balance: f.credits(balance) });
  if (stock !== null && stock < targets) {
    return t('ask.retry.shortStock', { country: f.country(order.countryCode), left: f.count(stock) });
  }
  return t('ask.retry.text', { cost: f.credits(cost), price: f.credits(price) });
}
