import { vi } from 'vitest';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
export type Call = { method: string; url: string; headers: Record<string, string>; body: unknown };

export const ok = (data: unknown): Answer => ({ body: { code: 200, message: 'ok', data } });
export const refuse = (status: number, code = status, message = 'no', more: object = {}): Answer => ({
  status,
  body: { code, message, requestId: 'r', ...more },
});

/** Headers with the names that the documents use: a browser's own are in small letters. */
const namesOf = (headers?: HeadersInit): Record<string, string> =>
  Object.fromEntries(
    Array.from(new Headers(headers), ([name, value]) => [
      name === 'lang' ? name : name.replace(/(?:^|-)\w/g, (part) => part.toUpperCase()),
      value,
    ]),
  );

/** Answers fetch below the client, so that the client itself is what is tested. Gives the calls that were made. */
export function serve(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = {
      method: init.method ?? 'GET',
      url: String(url),
      headers: namesOf(init.headers),
      body,
    };
    calls.push(call);
    const { status = 200, body: out, headers } = await answer(call);
    return new Response(typeof out === 'string' ? out : JSON.stringify(out), {
      status,
      headers: { 'content-type': typeof out === 'string' ? 'text/html' : 'application/json', ...headers },
    });
  });
  return calls;
}
