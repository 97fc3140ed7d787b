import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { sendOnce } from './idempotency';
import type { ApiRequest } from './request';
import type { PathOf } from './types';
import { isWithdrawn, signalOf } from './withdraw';

type Options<T, I> = {
  /** Lists and details that the call changes. A list `…/page` includes its details, selectors and pickers. */
  changes?: readonly PathOf<'get'>[];
  /** Runs when the call succeeded, also when the page is hidden or gone by then. */
  onDone?: (data: T, input: I) => unknown;
  /** Runs when the call failed, likewise. */
  onFailed?: (error: unknown, input: I) => unknown;
  /** The caller shows the error: at the fields, or by `onFailed`. */
  quiet?: boolean;
  /** Anything else that is sent while a call is under way joins that call: a form has one at a time. */
  single?: boolean;
  /** The form or dialog that starts it. What is not sent yet when that is closed is never sent (`withdraw`). */
  owner?: object;
};

type Run<T, I> = (input: I, withdrawn?: AbortSignal) => Promise<T>;

/** Whether a query reads a path, or a detail or selector that belongs to the list at that path. */
function isBeside(path: string, [method, asked]: readonly unknown[]): boolean {
  if (method !== 'get' || typeof asked !== 'string') return false;
  return asked === path || (path.endsWith('/page') && asked.startsWith(path.slice(0, -'page'.length)));
}

/** Whether a query reads a deleted object: its page is still mounted for a moment, and a refetch would fail. */
function isOf(gone: readonly string[], [, , input]: readonly unknown[]): boolean {
  const asked = (input as { path?: Record<string, unknown> } | undefined)?.path ?? {};
  return Object.values(asked).some((id) => gone.includes(String(id)));
}

/** The ids that a deletion removes: the last parameter of the path. Deleting members of a collection keeps the collection. */
function goneBy({ method, path, input }: ApiRequest<unknown>): string[] {
  const last = method === 'delete' ? /\{(\w+)\}$/.exec(path)?.[1] : undefined;
  return last === undefined ? [] : [String((input?.path as Record<string, unknown> | undefined)?.[last])];
}

/**
 * A mutation that runs once: the same call while it is under way joins it. Callbacks stand in the options, so that a page which is
 * hidden or closed meanwhile is told as well; a second argument of `mutate` would be dropped then.
 */
function useSingleMutation<T, I>(run: Run<T, I>, idOf: (input: I) => string, options: Options<T, I>) {
  const queries = useQueryClient();
  const running = useRef(new Map<string, Promise<T>>());
  const gone = useRef<string[]>([]);
  const mutation = useMutation({
    meta: { quiet: options.quiet },
    mutationFn: (input: I) => run(input, options.owner && signalOf(options.owner)),
    onSuccess: async (data, input) => {
      options.onDone?.(data, input);
      const { changes = [] } = options;
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => changes.some((p) => isBeside(p, queryKey)) && !isOf(gone.current, queryKey),
      });
    },
    onError: (error, input) => void (isWithdrawn(error) || options.onFailed?.(error, input)),
  });
  const mutateAsync = (input: I): Promise<T> => {
    const id = idOf(input);
    const before = running.current.get(id);
    if (before) return before;
    const now = mutation
      .mutateAsync(input)
      .catch((e) => {
        if (isWithdrawn(e)) mutation.reset(); // nothing failed
        throw e;
      })
      .finally(() => running.current.delete(id));
    running.current.set(id, now);
    return now;
  };
  const mutate = (input: I): void => void mutateAsync(input).catch(() => {}); // told by `onFailed`, or by the one error handler
  return { result: { ...mutation, mutate, mutateAsync }, gone };
}

/**
 * A call that changes something, described by `request`. One question has one Idempotency-Key from its first try until its final answer
 * (`sendOnce`), so a second click, Enter, Back, a lost answer or a reload never makes a second order.
 */
export function useApiMutation<T, I = void>(of: (input: I) => ApiRequest<T>, options: Options<T, I> = {}) {
  const { result, gone } = useSingleMutation(
    (input: I, withdrawn) => {
      const sending = of(input);
      gone.current = goneBy(sending);
      return sendOnce(sending, withdrawn);
    },
    (input) => {
      if (options.single) return '';
      const { method, path, input: sent } = of(input);
      return JSON.stringify([method, path, sent]);
    },
    options,
  );
  return result;
}

/**
 * Work of several calls, as an upload and its import. A second start while it runs joins it. Its changes go through `sendOnce`, which
 * is given the signal: what is closed before they are sent sends nothing.
 */
export function useWork<T, I = void>(run: Run<T, I>, options: Options<T, I> = {}) {
  return useSingleMutation(run, () => '', options).result;
}

/** Any change that is handed to it; the caller shows the error. */
export function useRequestMutation<T = unknown>(options: Omit<Options<T, ApiRequest<T>>, 'quiet'> = {}) {
  return useApiMutation((sending: ApiRequest<T>) => sending, { ...options, quiet: true });
}
