import type { QueryClient } from '@tanstack/react-query';
import { ORDER_PATHS } from '@/lib/kinds';

/** Queries that show the user's balance or depend on it; an estimate says whether the balance suffices. */
const BALANCE_QUERIES = [
  ['get', '/pi/personal/info'],
  ['get', '/pi/personal/info/statement/page'],
  ['get', '/dmp/overview'],
  ['get', '/aty/recharge/info'],
  ['get', '/aty/recharge/page'],
  ['get', '/virtual/currency/order/recharge'],
  ['get', '/aty/accountstatement/page'],
  ...ORDER_PATHS.map((base) => ['post', `${base}/estimate`]),
];

/** Asks again for everything that shows the signed-in user's balance. */
export function invalidateCredit(queries: QueryClient) {
  return Promise.all(BALANCE_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
