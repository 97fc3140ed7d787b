import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newKey } from './client';
import { isApiError } from './error';
import type { Args, Data, Method, PathOf } from './types';

type Options<M extends Method, P extends PathOf<M>> = {
  /** Lists and details that the call changes. */
  changes?: PathOf<'get'>[];
  onDone?: (data: Data<M, P>) => void;
  /** The form shows the error itself. */
  quiet?: boolean;
};

/**
 * A call that changes something. The same input repeated after a call without an answer carries the same Idempotency-Key,
 * so that a second click never makes a second order.
 */
export function useAct<M extends Method, P extends PathOf<M>>(method: M, path: P, options: Options<M, P> = {}) {
  const queries = useQueryClient();
  const last = useRef({ input: '', key: '' });
  return useMutation({
    meta: { quiet: options.quiet },
    mutationFn: async (input: Args<M, P>[0]) => {
      const text = JSON.stringify(input) ?? '';
      if (last.current.input !== text) last.current = { input: text, key: newKey() };
      try {
        const data = await call(method, path, input, { key: last.current.key });
        last.current = { input: '', key: '' };
        return data;
      } catch (e) {
        if (!isApiError(e) || !e.unanswered) last.current = { input: '', key: '' };
        throw e;
      }
    },
    onSuccess: async (data) => {
      options.onDone?.(data);
      await Promise.all((options.changes ?? []).map((p) => queries.invalidateQueries({ queryKey: ['get', p] })));
    },
  });
}
