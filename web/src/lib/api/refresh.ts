import { REFRESH_TIMEOUT } from '@/lib/constants';
import { type SignIn, useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';
import { open } from './envelope';
import { ApiError } from './error';

let running: Promise<string> | undefined;

/** A token to repeat a refused call with. However many callers wait, one refresh runs. */
export function refreshAccessToken(refused: string): Promise<string> {
  running ??= alone(() => refresh(refused)).finally(() => {
    running = undefined;
  });
  return running;
}

/** One tab of the browser at a time: a refresh token that is used twice ends the session. Blocked site data forbids locks too. */
function alone(work: () => Promise<string>): Promise<string> {
  if (!navigator.locks) return work();
  let started = false;
  const once = () => {
    started = true;
    return work();
  };
  const locked = navigator.locks.request('session', once) as unknown as Promise<string>;
  return locked.catch((e) => (started ? Promise.reject(e) : work()));
}

async function refresh(refused: string): Promise<string> {
  await useSession.persist.rehydrate();
  const { token, refreshToken, clear, signIn } = useSession.getState();
  if (token && token !== refused) return token; // another tab, or another caller, was first
  if (!refreshToken) {
    clear(true);
    throw new ApiError({ status: 401 });
  }
  const { locale } = usePrefs.getState();
  const response = await fetch('/api/oauth/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', lang: locale.replace('-', '_'), 'Accept-Language': locale },
    body: JSON.stringify({ refresh_token: refreshToken }),
    signal: AbortSignal.timeout(REFRESH_TIMEOUT), // every call of every tab waits for it
  }).catch(() => {
    throw new ApiError({ status: 0 });
  });
  try {
    const answer = (await open(response)) as SignIn;
    signIn(answer);
    return answer.token;
  } catch (e) {
    // Only our own server ends the session: a firewall's page does not.
    if (e instanceof ApiError && e.ours && e.status >= 400 && e.status < 500 && e.status !== 429) clear(true);
    throw e instanceof ApiError ? new ApiError({ status: e.status, code: e.code, message: e.message }) : e;
  }
}
