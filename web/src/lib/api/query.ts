import { queryOptions } from '@tanstack/react-query';
import { apiData } from './client';
import type { Args, PathOf } from './types';

/** The key of a call is the call: nothing writes keys by hand. */
export function keyOf<P extends PathOf<'get'>>(path: P, input?: Args<'get', P>[0]) {
  return input === undefined ? (['get', path] as const) : (['get', path, input] as const);
}

/** A GET as a query. */
export function get<P extends PathOf<'get'>>(path: P, ...[input]: Args<'get', P>) {
  return queryOptions({
    queryKey: keyOf(path, input),
    queryFn: ({ signal }) => apiData('get', path, input, { signal }),
  });
}

/** A POST that only asks (an estimate) as a query. */
export function postQuery<P extends PathOf<'post'>>(path: P, ...[input]: Args<'post', P>) {
  return queryOptions({
    queryKey: ['post', path, input] as const,
    queryFn: ({ signal }) => apiData('post', path, input, { signal }),
  });
}
