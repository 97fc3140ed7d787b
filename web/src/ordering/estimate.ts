import { postQuery } from '@/kit/api/query';
import { endpoint, type OrderKind } from './kind';
import type { OrderRequest } from './useTopUpOffer';

/** What an order would cost. What does not change the price asks for nothing. */
export function estimateOf(kind: OrderKind, wish: OrderRequest | undefined) {
  const priced = wish && { ...wish, name: '-', remark: undefined, deadline: undefined };
  return { ...postQuery(endpoint(kind, '/estimate'), { body: priced as never }), retry: false };
}
