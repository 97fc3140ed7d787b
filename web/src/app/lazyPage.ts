import { firstPage } from '@/kit/resource/firstPage';
import type { ListPath } from '@/lib/api/types';
import type { TextBundle } from '@/lib/i18n/words';
import { queryClient } from '@/lib/query';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';

/**
 * A page with what it says and the list that it begins with, which is asked for beside its code. `scripts/finish.mjs` has all of it
 * under way before any script runs.
 */
export function page(
  load: () => Promise<{ default: React.ComponentType }>,
  words: readonly TextBundle[],
  list?: ListPath,
): LazyModule {
  const module = lazyModule(() => {
    if (list && window.location.search === '') void queryClient.prefetchQuery(firstPage(list));
    return load();
  }, words);
  return Object.assign(module, { list });
}
