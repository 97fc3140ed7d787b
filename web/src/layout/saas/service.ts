import { useSession } from '@/auth/session';
import { SAAS } from '@/core/constants';
import { call } from '@/kit/api/client';
import type { Data } from '@/kit/api/types';
import { browserCache } from '@/kit/cache';
import { safeStorage } from '@/kit/storage';

type Service = Data<'get', '/pi/personal/info/saas'>;

/** What is known of the user's service, kept for three days (platform-services §4). */
const cache = browserCache<Service>('saas_', SAAS.cache);

const user = () => useSession.getState().info?.userId ?? '';

/** After a purchase: the next who asks is told anew. */
export const forgetService = () => cache.drop(user());

export async function service(): Promise<Service> {
  const kept = cache.get(user());
  if (kept) return kept.data;
  const of = user();
  const told = await call('get', '/pi/personal/info/saas');
  if (of === user()) cache.put(of, told);
  return told;
}

/** Days that are left, by the clock of the browser: what is kept may be of the day before yesterday. */
export function daysLeft(until: string | null, now = Date.now()): number {
  return until ? Math.max(0, Math.ceil((new Date(until).getTime() - now) / SAAS.day)) : 0;
}

/** Whether to offer the service: not purchased, expired, or with so few days left; never to a secondary or staff. */
export function offers(type: number | undefined, s: Service, now = Date.now()): boolean {
  if (type !== 2 && type !== 11) return false;
  return s.saasStatus !== 2 || daysLeft(s.saasExpireTime, now) <= SAAS.warnDays;
}

/** The stored flag by which the offer shows: while it says 'true', or nothing yet where orders need the service. It is asked once. */
export const flag = {
  isSet: (required = false) => (safeStorage.getItem(SAAS.flag) ?? String(required)) === 'true',
  set: (on: boolean) => safeStorage.setItem(SAAS.flag, String(on)),
};
