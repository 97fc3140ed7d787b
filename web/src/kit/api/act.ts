import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callPath, newKey } from './client';
import { isApiError } from './error';
import type { Sending } from './to';
import type { PathOf } from './types';

type Options<T> = {
  /** Lists and details that the call changes. With a list `…/page` all that stands beside it: its details, selectors and pickers. */
  changes?: readonly PathOf<'get'>[];
  onDone?: (data: T) => unknown;
  /** Whoever acts shows the error: at the fields, or aloud. */
  quiet?: boolean;
  /** The key of what was sent last, where it outlives the component: who comes back repeats the same call. */
  last?: { current: Sent };
};

/** A call as text, and the Idempotency-Key that it carries until it is answered. */
export type Sent = { text: string; key: string };

/** Whether a query asks for a path, or for what is told beside a list. */
function isBeside(path: string, [method, asked]: readonly unknown[]): boolean {
  if (method !== 'get' || typeof asked !== 'string') return false;
  return asked === path || (path.endsWith('/page') && asked.startsWith(path.slice(0, -'page'.length)));
}

/** Whether a query asks for what is gone: its page is still there for a moment, and asking again would only be told so. */
function isOf(gone: readonly string[], [, , input]: readonly unknown[]): boolean {
  const asked = (input as { path?: Record<string, unknown> } | undefined)?.path ?? {};
  return Object.values(asked).some((id) => gone.includes(String(id)));
}

/**
 * A call that changes something, described by `to`. The same call repeated after one without an answer carries the same
 * Idempotency-Key, so that a second click never makes a second order.
 */
export function useAct<T, I = void>(of: (input: I) => Sending<T>, options: Options<T> = {}) {
  const queries = useQueryClient();
  const own = useRef<Sent>({ text: '', key: '' });
  const last = options.last ?? own;
  return useMutation({
    meta: { quiet: options.quiet },
    mutationFn: async (wanted: I) => {
      const { method, path, input } = of(wanted);
      const text = JSON.stringify([method, path, input]);
      if (last.current.text !== text) last.current = { text, key: newKey() };
      const mine = last.current;
      const answered = () => {
        if (last.current === mine) last.current = { text: '', key: '' };
      };
      try {
        const data = await callPath<T>(method, path, input, { key: mine.key });
        answered();
        return data;
      } catch (e) {
        if (!isApiError(e) || !e.unanswered) answered();
        throw e;
      }
    },
    onSuccess: async (data, wanted) => {
      options.onDone?.(data);
      const { changes = [] } = options;
      const { method, path, input } = of(wanted);
      // What is gone is what the path ends with: members of a collection go, and the collection stays.
      const last = method === 'delete' ? /\{(\w+)\}$/.exec(path)?.[1] : undefined;
      const gone = last === undefined ? [] : [String((input?.path as Record<string, unknown> | undefined)?.[last])];
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => changes.some((p) => isBeside(p, queryKey)) && !isOf(gone, queryKey),
      });
    },
  });
}

/** Any change that is handed to it; whoever sends shows the error. */
export function useSend<T = unknown>(options: Omit<Options<T>, 'quiet'> = {}) {
  return useAct((sending: Sending<T>) => sending, { ...options, quiet: true });
}
