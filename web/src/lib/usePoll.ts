import { type QueryFunction, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PAYMENT_POLL } from './constants';

// biome-ignore lint/suspicious/noExplicitAny: the key's type is of no matter here, and queryOptions() brands it
type Query<T> = { queryKey: QueryKey; queryFn?: QueryFunction<T, any> | symbol };

type Options<T> = {
  /** True when there is nothing left to ask. */
  until: (data: T) => boolean;
  /** Milliseconds between two questions; 6 s when left out. */
  every?: number;
  /** Maximum number of calls; 50 when omitted. */
  times?: number;
  /** Pauses the polling while false. */
  on?: boolean;
};

export type Poll<T> = {
  data: T | undefined;
  /** waiting; done (`until` holds); timeout (asked often enough) */
  state: 'waiting' | 'done' | 'timeout';
  error: unknown;
  /** Restarts the polling with the full number of calls. */
  again: () => void;
};

/**
 * Asks again until an answer is final, at most so many times (a payment's state: 6 s × 50, platform-services §4). Pauses while the
 * page is hidden behind another tab of the console. A call that fails counts, and the next may succeed.
 */
export function usePoll<T>(query: Query<T>, { until, every, times, on = true }: Options<T>): Poll<T> {
  const most = times ?? PAYMENT_POLL.times;
  const queries = useQueryClient();
  const [before, setBefore] = useState(0);
  const asked = (s: { dataUpdateCount: number; errorUpdateCount: number } | undefined) =>
    s ? s.dataUpdateCount + s.errorUpdateCount : 0;
  const q = useQuery<T>({
    queryKey: query.queryKey,
    queryFn: query.queryFn as QueryFunction<T>,
    enabled: on,
    staleTime: 0,
    retry: false,
    refetchIntervalInBackground: true, // the payer looks at another window
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && until(state.data as T)) return false;
      return asked(state) - before >= most ? false : (every ?? PAYMENT_POLL.every);
    },
  });
  const [count, setCount] = useState(0);
  const stamp = Math.max(q.dataUpdatedAt, q.errorUpdatedAt);
  const [seen, setSeen] = useState(0);
  if (stamp !== seen) {
    setSeen(stamp);
    setCount(count + 1);
  }
  const done = q.data !== undefined && until(q.data);
  const again = () => {
    setBefore(asked(queries.getQueryState(query.queryKey)));
    setCount(0);
    void q.refetch();
  };
  return { data: q.data, error: q.error, again, state: done ? 'done' : count >= most ? 'timeout' : 'waiting' };
}

/** Whole seconds until an instant, counted down; 0 when it has passed. */
export function useCountdown(until: string | number | null | undefined): number {
  const end = until === null || until === undefined ? 0 : new Date(until).getTime();
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}
