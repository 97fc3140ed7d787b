import { CODE, isApiError } from '@/lib/api/error';
import { errorText } from '@/lib/notifier';

/** What became of a row. `open`: the server gave no final answer, so that the same call must be repeated. */
export type BulkLine = { state: 'waiting' | 'running' | 'done' | 'refused' | 'open'; reason?: string };

export const WAITING: BulkLine = { state: 'waiting' };

/** Whether the server decided that a row stays as it is. Without such an answer the other rows would fail likewise. */
function isRefusal(e: unknown): boolean {
  if (!isApiError(e) || e.code === CODE.inFlight) return false;
  return e.status >= 400 && e.status < 500 && e.status !== 401 && e.status !== 429;
}

type Run<R> = {
  rows: readonly R[];
  lines: readonly BulkLine[];
  send: (row: R) => Promise<unknown>;
  /** False: no further row is sent. */
  goesOn: () => boolean;
  onLine: (i: number, line: BulkLine) => void;
};

/**
 * Sends the call of each row, one after the other, to the end or until it is interrupted. A refused row does not hold the others up;
 * a row without an answer does. Rows that are done or refused are not sent again, so a run can be continued.
 */
export async function runBulk<R>({ rows, lines, send, goesOn, onLine }: Run<R>): Promise<void> {
  for (const [i, row] of rows.entries()) {
    const { state } = lines[i] ?? WAITING;
    if (state === 'done' || state === 'refused') continue;
    if (!goesOn()) return;
    onLine(i, { state: 'running' });
    try {
      await send(row);
      onLine(i, { state: 'done' });
    } catch (e) {
      const refused = isRefusal(e);
      onLine(i, { state: refused ? 'refused' : 'open', reason: errorText(e) });
      if (!refused) return;
    }
  }
}

/** How many rows are in a state. */
export const countLines = (lines: readonly BulkLine[], ...states: BulkLine['state'][]): number =>
  lines.filter((l) => states.includes(l.state)).length;
