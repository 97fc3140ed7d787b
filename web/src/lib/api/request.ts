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

type KeysOf<T> = T extends unknown ? keyof T : never;
/** Forbids the fields of `I` that no alternative of `W` has. */
type Exact<I, W> = { [K in Exclude<keyof I, KeysOf<W>>]: never };
type Part = 'body' | 'query' | 'path';
/** What is sent, without fields that the call does not know: also those of a variable or a spread. */
type ExactInput<I, W> = { [K in Part & keyof I]: K extends keyof W ? Exact<I[K], NonNullable<W[K]>> : unknown };

/** Describes a change: `request('put', '/sysuser/status/{id}', { path: { id }, query: { status: 'locked' } })`. */
export function request<
  M extends Exclude<Method, 'get'>,
  P extends PathOf<M>,
  I extends NonNullable<Args<M, P>[0]> = NonNullable<Args<M, P>[0]>,
>(
  method: M,
  path: P,
  ...[input]: undefined extends Args<M, P>[0]
    ? [input?: I & ExactInput<I, Args<M, P>[0]>]
    : [input: I & ExactInput<I, Args<M, P>[0]>]
): ApiRequest<Data<M, P>> {
  return { method, path, input } as ApiRequest<Data<M, P>>;
}
