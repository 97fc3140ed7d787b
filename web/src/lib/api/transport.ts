import createClient, { type Middleware } from 'openapi-fetch';
import { REQUEST_TIMEOUT } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';
import { ApiError } from './error';
import { takePreloaded } from './preloaded';
import { refreshAccessToken } from './refresh';
import type { paths } from './schema';
import { until } from './withdraw';

const ANONYMOUS = new Set([
  '/oauth/login',
  '/oauth/login/code',
  '/oauth/login/enrol',
  '/oauth/login/enrol/confirm',
  '/oauth/refresh',
  '/oauth/register',
  '/oauth/reset',
]);

/** What a call is sent with beside its input. */
export type CallOptions = {
  signal?: AbortSignal;
  /** Idempotency-Key; a POST or PUT without one gets its own. */
  key?: string;
  /** Nothing is sent after it ends; what is on its way goes on. */
  withdrawn?: AbortSignal;
};

/** A request as data, so it can be sent again: the body of a browser's Request is read once. */
class ApiCall {
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly body?: BodyInit | null;
  declare readonly signal?: AbortSignal;
  declare readonly key?: string;
  declare readonly withdrawn?: AbortSignal;

  constructor(
    readonly url: string,
    init: RequestInit & CallOptions,
  ) {
    Object.assign(this, init);
  }
}
const callOf = (request: Request) => request as unknown as ApiCall;

/** A fresh Idempotency-Key. randomUUID exists in secure contexts only. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Headers of every call of the signed-in user. */
export function headersOf(token: string | null): Record<string, string> {
  const { locale } = usePrefs.getState();
  const headers: Record<string, string> = { lang: locale.replace('-', '_'), 'Accept-Language': locale };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

/** Sends a call, or takes the answer that the head of the page asked for. */
async function send({ url, method, headers, body, signal }: ApiCall): Promise<Response> {
  const early = method === 'GET' ? await takePreloaded(url, headers) : undefined;
  if (early) return early;
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT);
  try {
    return await fetch(url, { method, headers, body, signal: signal ? AbortSignal.any([signal, limit]) : limit });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new ApiError({ status: 0 });
  }
}

const language: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = ANONYMOUS.has(schemaPath) ? null : useSession.getState().token;
    for (const [name, value] of Object.entries(headersOf(token))) request.headers.set(name, value);
  },
};

const idempotency: Middleware = {
  onRequest({ request }) {
    const { method, headers, key } = callOf(request);
    if (key || method === 'POST' || method === 'PUT') headers.set('Idempotency-Key', key ?? newKey());
  },
};

/** Repeats a call once that was refused with an old token. */
const session: Middleware = {
  async onResponse({ request, response }) {
    const token = request.headers.get('Authorization')?.slice('Bearer '.length);
    if (response.status !== 401 || !token) return;
    const call = callOf(request);
    call.headers.set('Authorization', `Bearer ${await until(call.withdrawn, refreshAccessToken(token))}`);
    return send(call);
  },
};

/** Empty filters are left out; a list repeats its name. */
function querySerializer(query: Record<string, unknown>): string {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const v of Array.isArray(value) ? value : [value])
      if (v !== undefined && v !== null && v !== '') found.append(name, String(v));
  return found.toString();
}

export const transport = createClient<paths>({
  baseUrl: '/api',
  Request: ApiCall as unknown as typeof Request,
  fetch: (request: Request) => send(callOf(request)),
  querySerializer,
});
transport.use(language, idempotency, session);
