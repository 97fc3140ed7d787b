import { useRef, useState } from 'react';
import { useUnsaved } from '@/kit/form/unsaved';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import type { ApiRequest } from '@/lib/api/request';
import type { PathOf } from '@/lib/api/types';
import { type BulkLine, runBulk, WAITING } from './bulk';

type Bulk<R, V> = {
  rows: readonly R[];
  /** The call that changes one row. */
  each: (row: R, values: V) => ApiRequest;
  changes: readonly PathOf<'get'>[];
};

/**
 * Runs one call for each row, one after the other. Each call is sent once (`sendOnce`): what is continued after an interruption or a
 * lost answer changes no row twice.
 */
export function useBulk<R, V>({ rows, each, changes }: Bulk<R, V>) {
  const [lines, setLines] = useState<BulkLine[]>(() => rows.map(() => WAITING));
  const current = useRef(lines);
  const stopped = useRef(false);
  const [stopping, setStopping] = useState(false);
  const onLine = (i: number, line: BulkLine) => {
    current.current = current.current.with(i, line);
    setLines(current.current);
  };
  // What became of the rows is known here alone: neither a reload nor closing the page ends a run unasked.
  const { typed: begun, saved: ended } = useUnsaved();
  const work = useWork(
    async (values: V) => {
      stopped.current = false;
      setStopping(false);
      begun();
      const send = (row: R) => sendOnce(each(row, values));
      await runBulk({ rows, lines: current.current, send, goesOn: () => !stopped.current, onLine }).finally(ended);
    },
    { changes },
  );
  return {
    lines,
    running: work.isPending,
    stopping,
    start: (values: V) => work.mutate(values),
    /** The call under way is still answered. */
    stop: () => {
      stopped.current = true;
      setStopping(true);
    },
  };
}
