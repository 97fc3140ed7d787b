import { openBody } from './envelope';
import { ApiError } from './error';
import { type CallOptions, transport } from './transport';
import type { Args, Data, Method, PathOf } from './types';

export type AnyInput = { path?: object; query?: object; body?: unknown; form?: FormData };
type Answer = { response: Response; data?: unknown; error?: unknown };

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
  return (await apiAnswer(method, path, input, options)).data as T;
}

/** The same with the headers of the answer. */
export async function apiAnswer(method: Method, path: string, input?: AnyInput, options: CallOptions = {}) {
  const { response, data, error } = await exchange(method, path, input, options);
  return { data: openBody(response, data ?? error), headers: response.headers };
}

/** The answer itself, for what is not in the envelope: a file. */
export async function apiFile(path: string, input: AnyInput): Promise<Response> {
  const { response, error } = await exchange('get', path, input, { parseAs: 'stream' });
  if (!response.ok) openBody(response, error);
  return response;
}

async function exchange(
  method: Method,
  path: string,
  { body, form, ...params }: AnyInput = {},
  options: CallOptions & { parseAs?: 'stream' },
): Promise<Answer> {
  options.withdrawn?.throwIfAborted();
  const input = { ...options, params, body: form ?? body };
  // The path and its input are checked by the callers' types.
  return transport.request(method, path as never, input as never).catch((e) => {
    throw e instanceof SyntaxError ? new ApiError({ status: 502 }) : e; // no JSON
  }) as Promise<Answer>;
}
