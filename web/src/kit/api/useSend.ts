import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type AnyInput, callPath, newKey } from './client';
import { isApiError } from './error';
import type { Method } from './types';

export type Sending = { method: Method; path: string; input?: AnyInput };

/**
 * A change whose path is data (an action of a descriptor). The same call repeated after one without an answer carries the same
 * Idempotency-Key. `changes` are the GET paths whose answers it makes stale.
 */
export function useSend<T = unknown>(options: { changes?: readonly string[]; onDone?: (data: T) => void }) {
  const queries = useQueryClient();
  const last = useRef({ text: '', key: '' });
  return useMutation({
    meta: { quiet: true }, // whoever sends shows the error: at the fields, or aloud
    mutationFn: async ({ method, path, input }: Sending) => {
      const text = JSON.stringify([method, path, input]);
      if (last.current.text !== text) last.current = { text, key: newKey() };
      try {
        const data = await callPath<T>(method, path, input, { key: last.current.key });
        last.current = { text: '', key: '' };
        return data;
      } catch (e) {
        if (!isApiError(e) || !e.unanswered) last.current = { text: '', key: '' };
        throw e;
      }
    },
    onSuccess: async (data) => {
      options.onDone?.(data);
      await Promise.all((options.changes ?? []).map((p) => queries.invalidateQueries({ queryKey: ['get', p] })));
    },
  });
}
