import type { AnyInput } from './client';
import type { Args, Data, Method, PathOf } from './types';

declare const answer: unique symbol;

/** A change that was described and not sent yet. Only `request` makes one, so that each is of a call that the server has. */
export type ApiRequest<T = unknown> = {
  readonly method: Method;
  readonly path: string;
  readonly input?: AnyInput;
  readonly [answer]: T;
};

/** Describes a change: `request('put', '/sysuser/status/{id}', { path: { id }, query: { status: 'locked' } })`. */
export function request<M extends Exclude<Method, 'get'>, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[input]: Args<M, P>
): ApiRequest<Data<M, P>> {
  return { method, path, input } as ApiRequest<Data<M, P>>;
}
