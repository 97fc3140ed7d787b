import { dev } from './dev';

const EVERY = 2_000;

/** Runs the work of a minute at once. The one process of make serve does it by itself, each minute. */
export async function tick() {
  if (!dev.cloud.endpoint) return;
  const answer = await fetch(`${dev.cloud.endpoint}/2015-03-31/functions/herald-janitor/invocations`, {
    method: 'POST',
    headers: {
      Authorization:
        'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`the janitor answers ${answer.status}`);
}

/** Repeats the work of a minute while tests run, so that none waits for the minute. Returns what ends it. */
export default async function ticking() {
  let ended = false;
  const ends = (async () => {
    while (!ended) {
      await tick();
      await new Promise((done) => setTimeout(done, EVERY));
    }
  })();
  return async () => {
    ended = true;
    await ends;
  };
}
