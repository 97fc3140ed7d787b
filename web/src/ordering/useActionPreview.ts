import { useQuery } from '@tanstack/react-query';

/**
 * Query for the outcome of an action, fetched when the confirmation opens. Its key differs from those of API calls.
 * Otherwise the refresh after the action would fetch it again, and the order's state would refuse it.
 */
export function useActionPreview<T>(key: readonly string[], ask: (signal: AbortSignal) => Promise<T>, every?: number) {
  return useQuery({
    queryKey: ['asked', ...key],
    queryFn: ({ signal }) => ask(signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: every,
  });
}
