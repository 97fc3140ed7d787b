import { REQUEST_TIMEOUT } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';
import { open } from './envelope';
import { ApiError } from './error';
import { takePreloaded } from './preloaded';
import { refreshAccessToken } from './refresh';
import type { Args, Data, Method, PathOf } from './types';
import { until } from './withdraw';

export type AnyInput = { path?: object; query?: object; body?: unknown; form?: FormData };
export type CallOptions = {
  signal?: AbortSignal;
  /** Idempotency-Key; a POST or PUT without one gets its own. */
  key?: string;
  /** Nothing is sent after it ends; what is on its way goes on. */
  withdrawn?: AbortSignal;
};

const ANONYMOUS = new Set(['/oauth/login', '/oauth/refresh', '/oauth/register']);

/** Calls the server. Gives `data` of the envelope, or throws an ApiError. A 401 is repeated once with a fresh token. */
export async function apiData<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  input?: Args<M, P>[0],
  options: CallOptions = {},
): Promise<Data<M, P>> {
  return (await apiDataAt(method, path, input as AnyInput, options)) as Data<M, P>;
}

/** The same for a path that is data: a picker's definition names it, a list's export is made from it. */
export async function apiDataAt<T = unknown>(
  method: Method,
  path: string,
  input?: AnyInput,
  options: CallOptions = {},
): Promise<T> {
  return (await open(await apiResponse(method, path, input, options))) as T;
}

/** The answer itself, for what is not in the envelope: a file. */
export async function apiResponse(
  method: Method,
  path: string,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<Response> {
  const key = options.key ?? (method === 'post' || method === 'put' ? newKey() : undefined);
  const attempt = (token: string | null) => send(method, path, input, { token, key, signal: options.signal });
  const token = ANONYMOUS.has(path) ? null : useSession.getState().token;
  options.withdrawn?.throwIfAborted();
  const response = await attempt(token);
  if (response.status !== 401 || !token) return response;
  return attempt(await until(options.withdrawn, refreshAccessToken(token)));
}

/** A fresh Idempotency-Key. randomUUID exists in secure contexts only. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
}

export function address(path: string, of: AnyInput): string {
  const params = (of.path ?? {}) as Record<string, string>;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(of.query ?? {})) {
    for (const v of Array.isArray(value) ? value : [value]) {
      if (v !== undefined && v !== null && v !== '') query.append(name, String(v));
    }
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `/api${filled}${query.size ? `?${query}` : ''}`;
}

/** Headers of every call of the signed-in user. */
export function headersOf(token: string | null): Record<string, string> {
  const { locale } = usePrefs.getState();
  const headers: Record<string, string> = { lang: locale.replace('-', '_'), 'Accept-Language': locale };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

type SendOptions = { token: string | null; key?: string; signal?: AbortSignal };

async function send(
  method: Method,
  path: string,
  of: AnyInput,
  { token, key, signal }: SendOptions,
): Promise<Response> {
  const headers = headersOf(token);
  if (key) headers['Idempotency-Key'] = key;
  if (of.body !== undefined) headers['Content-Type'] = 'application/json';
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT);
  const early = method === 'get' ? await takePreloaded(address(path, of), headers) : undefined;
  if (early) return early;
  try {
    return await fetch(address(path, of), {
      method: method.toUpperCase(),
      headers,
      body: of.form ?? (of.body === undefined ? undefined : JSON.stringify(of.body)),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new ApiError({ status: 0 });
  }
}
