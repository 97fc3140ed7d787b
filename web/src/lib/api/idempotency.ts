import { INFLIGHT } from '@/lib/constants';
import { notifier } from '@/lib/notifier';
import { useSession } from '@/lib/session';
import { apiAnswer } from './client';
import { CODE, isApiError } from './error';
import { hold } from './held';
import { isAlive, type Pending, readPending, removePending, writePending } from './pending';
import type { ApiRequest } from './request';
import { newKey } from './transport';
import { isWithdrawn } from './withdraw';

/** A text in a field for a secret, which leaves no trace in the storage, not even its hash. A message may have such a word in it. */
const SECRET = /"[^"\\]*(?:pass|secret|pwd)[^"\\]*":"/i;

const running = new Map<string, Promise<unknown>>();
const inMemory = new Map<string, Pending>();

/** cyrb53, a hash of 53 bits. It needs no secure context; the server refuses a key that a collision would reuse. */
export function hashOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36) + text.length.toString(36);
}

/** What a call changes, where it names that: another change of it that is answered supersedes a pending one. */
function resourceOf(user: string, { method, path, input }: ApiRequest<unknown>): string | undefined {
  const id = method === 'put' ? (input?.body as { id?: unknown } | undefined)?.id : undefined;
  return input?.path || id ? hashOf(JSON.stringify([user, method, path, input?.path, id])) : undefined;
}

/** The pending key of a question, if it has one. A reload of the page finds it again. */
function pendingOf(question: string): Pending | undefined {
  const known = inMemory.get(question) ?? (SECRET.test(question) ? undefined : readPending(hashOf(question)));
  return known && isAlive(known) ? known : undefined;
}

/** Keeps the key of a question until it is answered. */
function keep(question: string, key: string, of: string | undefined) {
  const known = pendingOf(question);
  const pending = known?.key === key ? known : { key, at: Date.now(), of };
  inMemory.set(question, pending);
  if (!SECRET.test(question)) writePending(hashOf(question), pending);
}

/** Forgets the key of a question that is answered, and of older changes of what it changed. */
function settle(question: string, of?: string) {
  const over = (p: Pending) => of !== undefined && p.of === of;
  for (const [q, p] of inMemory) if (q === question || over(p)) inMemory.delete(q);
  removePending(hashOf(question), over);
}

/**
 * Whether the server may still carry the call out, or may have done so: the same call must be repeated under the same key. A session
 * that has ended answers nothing: an earlier try may have been carried out.
 */
function isOpen(e: unknown, user: string): boolean {
  if (isWithdrawn(e) || (user && isApiError(e) && e.status === 401)) return true;
  return isApiError(e) && (e.status === 0 || e.status >= 500 || e.status === 429 || e.code === CODE.inFlight);
}

/** Repeats a call until its first try, which the server still carries out, has an answer. */
async function answered<T>({ method, path, input }: ApiRequest<T>, key: string, withdrawn?: AbortSignal): Promise<T> {
  const until = Date.now() + INFLIGHT.most;
  for (;;) {
    try {
      const { data, headers } = await apiAnswer(method, path, input, { key, withdrawn });
      if (headers.get('Idempotency-Replayed') === 'true')
        notifier.current?.message.info(notifier.current.t('replayed'));
      return data as T;
    } catch (e) {
      if (!isApiError(e) || e.code !== CODE.inFlight || Date.now() >= until) throw e;
      await new Promise((done) => setTimeout(done, INFLIGHT.pause));
    }
  }
}

async function settled<T>(user: string, question: string, sending: ApiRequest<T>, withdrawn?: AbortSignal): Promise<T> {
  const of = resourceOf(user, sending);
  const make = () => pendingOf(question)?.key ?? newKey();
  const { key, release } = SECRET.test(question)
    ? { key: make(), release: () => {} }
    : await hold(hashOf(question), make);
  keep(question, key, of);
  try {
    const data = await answered(sending, key, withdrawn);
    settle(question, of);
    return data;
  } catch (e) {
    if (!isOpen(e, user)) settle(question);
    throw e;
  } finally {
    release();
  }
}

/**
 * Sends a change under the Idempotency-Key of its question (decisions §14). The key belongs to what is asked for (user, method, path
 * and input), from the first try until the final answer, wherever in the console the same is asked for and also after a reload. While a
 * call is under way the same call joins it, so one request is made; the same call in another tab has the same key, also when both are
 * made at one moment (`hold`). A file is not compared: an upload has its own key. After `withdrawn` nothing is sent any more.
 */
export function sendOnce<T>(sending: ApiRequest<T>, withdrawn?: AbortSignal): Promise<T> {
  const { method, path, input } = sending;
  if (input?.form) return answered(sending, newKey(), withdrawn);
  const user = useSession.getState().info?.userId ?? '';
  const question = JSON.stringify([user, method, path, input]);
  const before = running.get(question) as Promise<T> | undefined;
  if (before) return before;
  const now = settled(user, question, sending, withdrawn).finally(() => running.delete(question));
  running.set(question, now);
  return now;
}

/** Forgets all pending calls of this page's memory, as a reload does. For tests. */
export function forgetPending() {
  running.clear();
  inMemory.clear();
}
