import type { LazyModule } from '@/lib/router/lazyModule';
import { pages } from './registry.gen';

export { pages };

/** Returns the page of a menu node by its uri; the pages are those of the features (`pages.json`). */
export function pageFor(uri: string): LazyModule | undefined {
  return Object.hasOwn(pages, uri) ? pages[uri] : undefined;
}
