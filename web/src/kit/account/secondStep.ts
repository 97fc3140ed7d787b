import { isApiError } from '@/lib/api/error';
import { save } from '@/lib/exportFile';

/** Codes of a sign-in with two factors: a code is needed, it has to be set up first, or the ticket has ended. */
const NEEDED: Record<number, 'code' | 'enrol'> = { 40103: 'code', 40104: 'enrol' };
const ENDED = 40105;

export type Step = { kind: 'code' | 'enrol'; ticket: string };

/** Returns the second step that a refused sign-in asks for. */
export function stepOf(e: unknown): Step | null {
  if (!isApiError(e)) return null;
  const kind = NEEDED[e.code];
  const ticket = (e.data as { ticket?: unknown } | null | undefined)?.ticket;
  return kind && typeof ticket === 'string' ? { kind, ticket } : null;
}

/** Whether the sign-in has to begin again with the password. */
export const stepEnded = (e: unknown): boolean => isApiError(e) && e.code === ENDED;

/** Hands the recovery codes to the browser's downloads as a text, one a line. */
export function saveCodes(codes: readonly string[]) {
  save(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'herald-recovery-codes.txt');
}
