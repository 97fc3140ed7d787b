import { useSession } from '@/lib/session';
import { ApiError, CODE } from './error';

type Envelope = { code?: unknown; message?: string; data?: unknown };

/** Reads the envelope of an answer. */
export async function open(response: Response): Promise<unknown> {
  return openBody(response, await response.json().catch(() => null));
}

/** Gives `data` of an envelope that was read, or throws an ApiError. */
export function openBody(response: Response, read: unknown): unknown {
  const body = read as (Envelope & { code?: number }) | null | undefined;
  if (body === null || typeof body !== 'object') throw new ApiError({ status: response.ok ? 502 : response.status });
  if (response.ok && (body.code === 200 || body.code === 202)) return body.data;
  // An answer that is not in the envelope comes from something in front of the server.
  const ours = typeof body.code === 'number';
  const error = new ApiError({ ...body, message: ours ? body.message : '', status: response.status, ours });
  if (error.code === CODE.mustChangePassword) useSession.getState().mustChange();
  throw error;
}
