import { useSession } from '@/lib/session';
import { refreshAccessToken } from './refresh';

/** So long before its end a token is renewed: a tenth of its life, but at least a minute. */
const MARGIN = 60_000;
const AGAIN = 30_000;
/** Timers count 31 bits. */
const LONGEST = 2_000_000_000;

/** Milliseconds until a token should be renewed. */
export function renewIn(expiresAt: number, now: number, life = expiresAt - now): number {
  return Math.min(Math.max(0, expiresAt - now - Math.max(MARGIN, life / 10)), LONGEST);
}

/**
 * Renews the token in the background before it ends, so that no call has to wait for it. A failure is tried again; the call that then
 * meets a 401 renews it anyway. Gives the function that ends it.
 */
export function scheduleTokenRefresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (wait?: number) => {
    clearTimeout(timer);
    const { token, refreshToken, expiresAt } = useSession.getState();
    if (token && refreshToken && expiresAt)
      timer = setTimeout(() => void renew(token), wait ?? renewIn(expiresAt, Date.now()));
  };
  const renew = (token: string) =>
    refreshAccessToken(token).catch(() => useSession.getState().token === token && plan(AGAIN));
  // A machine that slept has missed its timer.
  const woken = () => document.visibilityState === 'visible' && plan();
  plan();
  const stop = useSession.subscribe((s, before) => {
    if (s.token !== before.token) plan();
  });
  document.addEventListener('visibilitychange', woken);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener('visibilitychange', woken);
  };
}
