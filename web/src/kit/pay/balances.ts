import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiData } from '../api/client';
import type { Data } from '../api/types';

export const BALANCES = '/aty/customerinfo/balances';
export type Standing = Data<'get', typeof BALANCES> extends (infer R)[] | null ? R : never;

type Waiting = { resolve: (s: Standing | null) => void; reject: (e: unknown) => void };
let waiting = new Map<string, Waiting[]>();
/** Most of one call (the server's). */
const MAX_BATCH = 100;

/** What the rows of a list hold is asked for in one call. */
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

/** What a customer or agent holds; null for one that the caller does not see. */
export const balanceOf = (userId: string) =>
  queryOptions({ queryKey: ['get', BALANCES, userId], queryFn: () => load(userId), meta: { quiet: true } });

/** The balance in the cache. */
export function useBalance(userId: string): Standing | null | undefined {
  return useQuery(balanceOf(userId)).data;
}
