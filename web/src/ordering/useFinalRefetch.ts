import { useEffect, useRef } from 'react';

/** Asks once more when what moved has come to rest: the last answer may be older than the end. */
export function useFinalRefetch(moves: boolean, ask: () => unknown) {
  const moved = useRef(moves);
  useEffect(() => {
    if (moved.current && !moves) void ask();
    moved.current = moves;
  }, [moves, ask]);
}
