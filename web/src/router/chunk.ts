import { CHUNK_PAUSES } from '@/core/constants';

/** Code that did not come. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

export const isChunkLoadError = (e: unknown): e is ChunkLoadError => e instanceof ChunkLoadError;

const RELOADED = 'reloaded-for';

/** The scripts that a page of the console names. */
function scriptsOf(page: Document): string[] {
  return [...page.querySelectorAll('script[src]')].map((s) => new URL(s.getAttribute('src') ?? '', location.href).href);
}

/** Whether the server has another build than the one that runs here, and this tab has not been reloaded for it yet. */
async function newBuild(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) return false;
  const there = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  const here = new Set(scriptsOf(document));
  const build = there.join(' ');
  if (there.every((s) => here.has(s)) || window.sessionStorage.getItem(RELOADED) === build) return false;
  window.sessionStorage.setItem(RELOADED, build);
  return true;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** For tests: a page there cannot be reloaded. */
export const page = { reload: () => window.location.reload() };

/**
 * Loads code, and tries again when that fails: a network is often away for a moment only. After a deployment the old code may be
 * gone for good, so the page is reloaded, once.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let last: unknown;
  for (const wait of [0, ...CHUNK_PAUSES]) {
    if (wait) await pause(wait);
    try {
      return await load();
    } catch (e) {
      last = e;
    }
  }
  if (await newBuild().catch(() => false)) {
    page.reload();
    return new Promise<T>(() => {});
  }
  throw new ChunkLoadError(String(last), { cause: last });
}
