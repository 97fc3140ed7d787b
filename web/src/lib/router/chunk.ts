import { create } from 'zustand';
import { CHUNK_PAUSES } from '@/lib/constants';

/** Code that did not come: the network is away, or (`outdated`) the server has another build by now. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  readonly outdated: boolean;

  constructor(message: string, { outdated = false, cause }: { outdated?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.outdated = outdated;
  }
}

export const isChunkLoadError = (e: unknown): e is ChunkLoadError => e instanceof ChunkLoadError;

/** Whether the server has a newer build, which the shell offers. It is never taken without being asked for: what was typed would be lost. */
export const useUpdate = create<{ offered: boolean }>()(() => ({ offered: false }));

/** The scripts that a page of the console names. */
function scriptsOf(page: Document): string[] {
  return [...page.querySelectorAll('script[src]')].map((s) => new URL(s.getAttribute('src') ?? '', location.href).href);
}

/** Looks whether the server has another build than the one that runs here, and offers it. */
export async function lookForUpdate(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) return false;
  const there = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  const here = new Set(scriptsOf(document));
  const offered = there.length > 0 && there.some((s) => !here.has(s));
  if (offered) useUpdate.setState({ offered });
  return offered;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** For tests: a page there cannot be reloaded. */
export const browserPage = { reloadPage: () => window.location.reload() };

/** Loads code, and tries again when that fails: a network is often away for a moment only, while old code may be gone for good. */
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
  const outdated = await lookForUpdate().catch(() => false);
  throw new ChunkLoadError(String(last), { cause: last, outdated });
}
