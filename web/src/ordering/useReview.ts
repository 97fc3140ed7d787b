import { useTranslations } from 'next-intl';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf, PathOf } from '@/lib/api/types';
import { useApp } from '@/lib/toasts';
import { type CommonRow, endpoint, type OrderKind, useOrderKind } from './kind';

/**
 * Returns the queries that an action on an order makes stale: its list and relatives, the review queue, the balance.
 */
export const changesOf = (kind: OrderKind): PathOf<'get'>[] => [
  endpoint(kind, '/page'),
  endpoint(kind, '/{id}/targets/page'),
  '/gc/review',
  '/pi/personal/info',
];

/** The body that passes orders in the version in which they are shown: what was changed since is not passed. */
export const passing = (orders: Pick<CommonRow, 'id' | 'version'>[]) => ({
  ids: orders.map((o) => o.id),
  versions: Object.fromEntries(orders.map((o) => [o.id, o.version])),
  pass: true,
});

type Options = {
  quiet?: boolean;
  owner?: object;
  one?: string;
  onDone?: () => void;
  onFailed?: (error: unknown) => void;
};

/** Passes or refuses orders, and says how many were and why others were not. `one` is said of a single order. */
export function useReview(options: Options = {}) {
  const t = useTranslations('order');
  const { message } = useApp();
  const kind = useOrderKind();
  return useApiMutation(
    (body: BodyOf<'put', '/gc/groupsendorder/review'>) => request('put', endpoint(kind, '/review'), { body }),
    {
      changes: changesOf(kind),
      quiet: options.quiet,
      owner: options.owner,
      onFailed: options.onFailed,
      onDone: (results) => {
        const failed = (results ?? []).filter((r) => !r.ok);
        const done = (results ?? []).length - failed.length;
        if (done > 0) message.success(done === 1 && options.one ? options.one : t('batchDone', { n: done }));
        if (failed.length > 0)
          message.warning(
            t('batchFailed', { n: failed.length, why: [...new Set(failed.map((r) => r.message))].join(' ') }),
          );
        options.onDone?.();
      },
    },
  );
}
