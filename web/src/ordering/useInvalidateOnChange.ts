import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PathOf } from '@/lib/api/types';
import type { CommonRow } from './kind';
import { isRunning } from './order';

/**
 * Asks again for the rows of an order when its state changes, and when something is counted after it came to rest: while it moves
 * they are asked for now and then, and the last answer may be older than the end.
 */
export function useInvalidateOnChange(order: Pick<CommonRow, 'id' | 'status' | 'counts'>, list: PathOf<'get'>) {
  const queries = useQueryClient();
  const told = JSON.stringify([order.id, order.status, isRunning(order) ? null : order.counts]);
  const before = useRef(told);
  useEffect(() => {
    if (before.current === told) return;
    before.current = told;
    void queries.invalidateQueries({ queryKey: ['get', list] });
  }, [queries, list, told]);
}
