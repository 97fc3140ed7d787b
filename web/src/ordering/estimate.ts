import { postQuery } from '@/lib/api/query';
import { endpoint, type OrderKind } from './kind';
import type { OrderRequest } from './useTopUpOffer';

/**
 * Query for the estimate of an order. Fields that do not affect the price are left out, so that editing them fetches
 * nothing.
 */
export function estimateOf(kind: OrderKind, wish: OrderRequest | undefined) {
  const priced = wish && { ...wish, name: '-', remark: undefined, deadline: undefined };
  return { ...postQuery(endpoint(kind, '/estimate'), { body: priced as never }), retry: false };
}
