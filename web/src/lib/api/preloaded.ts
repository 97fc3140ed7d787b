/** Calls that the head of the page made before any script ran (`src/app/head.ts`), each with what it was made with. */
export type PreloadedResponses = { headers: Record<string, string>; answers: Map<string, Promise<Response>> };

declare global {
  interface Window {
    heraldEarly?: PreloadedResponses;
  }
}

/** The answer to a call that is under way already, once; nothing when there is none, or when it was made by another user. */
export async function takePreloaded(address: string, headers: Headers): Promise<Response | undefined> {
  const early = typeof window === 'undefined' ? undefined : window.heraldEarly;
  const answer = early?.answers.get(address);
  if (!early || !answer) return undefined;
  early.answers.delete(address);
  if (early.headers.Authorization !== headers.get('Authorization') || early.headers.lang !== headers.get('lang'))
    return undefined;
  return answer.catch(() => undefined); // it is asked again
}
