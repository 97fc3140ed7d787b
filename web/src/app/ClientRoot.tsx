'use client';
import { Activity, Suspense, useEffect, useState } from 'react';
import { Crash } from '@/app/shell/Errors';
import { forgetUnsaved } from '@/kit/form/unsaved';
import { scheduleTokenRefresh } from '@/lib/api/tokenRefresh';
import { guardComposition } from '@/lib/input/keys';
import { navigate, usePath } from '@/lib/router/navigate';
import { useSession } from '@/lib/session';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { ANONYMOUS, type Booted, booted, ChangePassword, Login, preloadShell, Shell } from './boot';
import { ignoreSecondClicks } from './clicks';
import { loginAt } from './loginHost';
import { Providers } from './Providers';
import { BootFailed, Splash } from './Splash';

const LOGIN = '/user/login';

/** The sign-in page, which remembers what was asked for. */
function loginFor(at: Location): string {
  const wanted = at.pathname + at.search;
  return wanted === '/' || wanted.startsWith('/user') ? LOGIN : `${LOGIN}?to=${encodeURIComponent(wanted)}`;
}

/**
 * Returns the path to open after the sign-in. It must be a path of the console: two slashes would lead to another host.
 */
function wantedAfterLogin(at: Location): string {
  const to = new URLSearchParams(at.search).get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) ? to : '/';
}

/**
 * Returns the user whose console stays in memory. When the server ends a session, unsaved input waits behind the
 * sign-in page for the same user. Signing out, or signing in as another user, discards it.
 */
function useOwner(): string | null {
  const token = useSession((s) => s.token);
  const ended = useSession((s) => s.ended);
  const user = useSession((s) => s.info?.userId);
  const [owner, setOwner] = useState<string | null>(null);
  const next = token ? (user ?? owner ?? 'unknown') : ended ? owner : null;
  if (next !== owner) setOwner(next);
  return next;
}

/** A user with a link to a new password may be signed in. */
const RESET = '/user/reset';

function SessionGate() {
  const token = useSession((s) => s.token);
  const ended = useSession((s) => s.ended);
  const mustChange = useSession((s) => s.info?.mustChangePassword);
  const path = usePath();
  const owner = useOwner();
  // Unsaved input leaves with its user: the next one is not asked about it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the owner changes
  useEffect(() => () => forgetUnsaved(), [owner]);
  const anonymous = path.startsWith('/user/') || path === '/user';
  useEffect(() => {
    const elsewhere = ended ? loginAt(window.location) : null;
    if (!token && !ANONYMOUS[path]) {
      if (elsewhere) window.location.assign(elsewhere);
      else navigate(loginFor(window.location), { replace: true });
    }
    if (token && anonymous && path !== RESET) navigate(wantedAfterLogin(window.location), { replace: true });
  }, [token, ended, anonymous, path]);
  useEffect(scheduleTokenRefresh, []);
  useEffect(guardComposition, []);
  useEffect(ignoreSecondClicks, []);
  const Outside = ANONYMOUS[path] ?? Login;
  const inside = Boolean(token) && !mustChange && path !== RESET;
  return (
    <>
      {(!token || path === RESET) && <Outside preload={preloadShell} />}
      {token && mustChange && path !== RESET && <ChangePassword />}
      {owner && (inside || !token) && (
        <Activity key={owner} mode={inside ? 'visible' : 'hidden'}>
          <Shell />
        </Activity>
      )}
    </>
  );
}

export function ClientRoot() {
  // Plain state, not Suspense: the prerendered splash hydrates cleanly, and React's 300 ms throttle of fallbacks never
  // delays the first real screen.
  const [ready, setReady] = useState<Booted | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let live = true;
    booted.then(
      (b) => live && setReady(b),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
    };
  }, []);
  if (failed) return <BootFailed />;
  if (!ready) return <Splash />;
  return (
    <Providers initial={ready.pack}>
      <ErrorBoundary fallback={(error, reset) => <Crash error={error} onRetry={reset} />}>
        <Suspense fallback={<Splash />}>
          <SessionGate />
        </Suspense>
      </ErrorBoundary>
    </Providers>
  );
}
