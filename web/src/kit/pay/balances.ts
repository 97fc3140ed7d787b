import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiData } from '@/lib/api/client';
import type { Data } from '@/lib/api/types';

export const BALANCES = '/aty/customerinfo/balances';
export type Standing = Data<'get', typeof BALANCES> extends (infer R)[] | null ? R : never;

type Waiting = { resolve: (s: Standing | null) => void; reject: (e: unknown) => void };
let waiting = new Map<string, Waiting[]>();
/** Most of one call (the server's). */
const MAX_BATCH = 100;

/** Loads the balance of a user. The balances of all rows of a list are fetched in one call. */
function load(userId: string): Promise<Standing | null> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(send, 0);
    waiting.set(userId, [...(waiting.get(userId) ?? []), { resolve, reject }]);
    if (waiting.size === MAX_BATCH) void send();
  });
}

async function send() {
  const batch = waiting;
  waiting = new Map();
  if (batch.size === 0) return;
  try {
    const found = (await apiData('get', BALANCES, { query: { userIds: [...batch.keys()] } })) ?? [];
    for (const [id, all] of batch) for (const one of all) one.resolve(found.find((s) => s.userId === id) ?? null);
  } catch (e) {
    for (const one of [...batch.values()].flat()) one.reject(e);
  }
}

/** Query for the balance of a customer or agent; null outside the caller's scope. */
export const balanceOf = (userId: string) =>
  queryOptions({ queryKey: ['get', BALANCES, userId], queryFn: () => load(userId), meta: { quiet: true } });

/** The balance in the cache. */
export function useBalance(userId: string): Standing | null | undefined {
  return useQuery(balanceOf(userId)).data;
}
