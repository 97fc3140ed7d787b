import { useQuery } from '@tanstack/react-query';

/**
 * What an action would come to, asked when the question is put. Its key is no call's: once the action is done, what stands beside the
 * order is asked for again, and this would only be told that the state no longer allows it.
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
