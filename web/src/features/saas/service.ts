import { apiData } from '@/lib/api/client';
import type { Data } from '@/lib/api/types';
import { browserCache } from '@/lib/cache';
import { SAAS } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { safeStorage } from '@/lib/storage';

type Service = Data<'get', '/pi/personal/info/saas'>;

/** Cache of the user's service, for three days (platform-services §4). */
const cache = browserCache<Service>('saas_', SAAS.cache);

const user = () => useSession.getState().info?.userId ?? '';

/** Clears the cache after a purchase: the next caller fetches again. */
export const forgetService = () => cache.drop(user());

export async function service(): Promise<Service> {
  const kept = cache.get(user());
  if (kept) return kept.data;
  const of = user();
  const told = await apiData('get', '/pi/personal/info/saas');
  if (of === user()) cache.put(of, told);
  return told;
}

/** Returns the remaining days by the clock of the browser, because the cached value may be days old. */
export function daysLeft(until: string | null, now = Date.now()): number {
  return until ? Math.max(0, Math.ceil((new Date(until).getTime() - now) / SAAS.day)) : 0;
}

/** Whether to offer the service: the server says when (not purchased, expired, ends soon); never to a secondary or staff. */
export const offers = (type: number | undefined, s: Service) => (type === 2 || type === 11) && s.prompt;

const CLOSED_AT = `${SAAS.flag}.at`;

/**
 * The stored flag by which the offer shows (platform-services §4). A sign-in leaves it empty, and it becomes 'true' when the server
 * says that the service is to be offered. Closing the offer makes it 'false' for a day.
 */
export const flag = {
  isSet: () => safeStorage.getItem(SAAS.flag) === 'true',
  /** Whether the offer was closed less than a day ago. */
  rests: (now = Date.now()) =>
    safeStorage.getItem(SAAS.flag) === 'false' && now - Number(safeStorage.getItem(CLOSED_AT)) < SAAS.day,
  set: (on: boolean, now = Date.now()) => {
    safeStorage.setItem(SAAS.flag, String(on));
    safeStorage.setItem(CLOSED_AT, String(now));
  },
};
