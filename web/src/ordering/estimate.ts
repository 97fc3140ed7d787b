import { postQuery } from '@/kit/api/query';
import { endpoint, type Kind } from './kind';
import type { Wish } from './useShort';

/** What an order would cost. What does not change the price asks for nothing. */
export function estimateOf(kind: Kind, wish: Wish | undefined) {
  const priced = wish && { ...wish, name: '-', remark: undefined, deadline: undefined };
  return { ...postQuery(endpoint(kind, '/estimate'), { body: priced as never }), retry: false };
}
