import { apiData } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import { isChunkLoadError } from '@/lib/router/chunk';
import { useSession } from './session';

const MAX_LENGTH = { message: 500, text: 8_000, short: 200 } as const;

/** Reported crashes: one that repeats at every render is reported once. */
const reported = new Set<string>();

/** The build is known by the names of its scripts. */
const build = () => document.querySelector('script[src*="/_next/static/"]')?.getAttribute('src')?.split('/').at(-1);

/** Tells the server of an error that stopped a part of the console. Code that did not come, and refusals, are no crashes. */
export function reportCrash(error: unknown, parts?: string | null) {
  if (isChunkLoadError(error) || isApiError(error) || !useSession.getState().token) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const body = {
    message: (message || 'unknown').slice(0, MAX_LENGTH.message),
    stack: stack?.slice(0, MAX_LENGTH.text),
    parts: parts?.slice(0, MAX_LENGTH.text),
    build: build()?.slice(0, MAX_LENGTH.short),
    page: window.location.pathname.slice(0, MAX_LENGTH.short),
  };
  if (reported.has(body.message)) return;
  reported.add(body.message);
  void apiData('post', '/oauth/crash', { body }).catch(() => {}); // a failed report is dropped
}

/** Reports errors that no boundary catches: React's of the whole tree, and those of event handlers. Both end at the window. */
export function reportUncaughtErrors() {
  window.addEventListener('error', ({ error }) => {
    if (error) reportCrash(error); // the browser's own notes carry no error
  });
}
