import type { QueryClient } from '@tanstack/react-query';
import { KINDS } from '@/core/kinds';

/** What shows the balance of the signed-in user, or depends on it: an estimate says whether the balance suffices. */
const SHOWN = [
  ['get', '/pi/personal/info'],
  ['get', '/pi/personal/info/statement/page'],
  ['get', '/dmp/overview'],
  ['get', '/aty/recharge/info'],
  ['get', '/aty/recharge/page'],
  ['get', '/virtual/currency/order/recharge'],
  ['get', '/aty/accountstatement/page'],
  ...KINDS.map((base) => ['post', `${base}/estimate`]),
];

/** Asks again for everything that shows the signed-in user's balance. */
export function staleCredit(queries: QueryClient) {
  return Promise.all(SHOWN.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
