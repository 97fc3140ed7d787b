import { useTranslations } from 'next-intl';
import { apiData } from '@/lib/api/client';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { type CommonRow, endpoint, type OrderKind, useOrderKind } from './kind';
import css from './ordering.module.css';
import { useActionPreview } from './useActionPreview';

const SIDE_BY_SIDE = 5;

type Sums = { known: number; charge: number; release: number; underWay: number };

/** What stopping each order would charge and release now; an order that tells nothing counts as unknown. */
async function sumsOf(kind: OrderKind, ids: readonly string[], signal: AbortSignal): Promise<Sums> {
  const sums: Sums = { known: 0, charge: 0, release: 0, underWay: 0 };
  const rest = [...ids];
  const worker = async () => {
    for (let id = rest.shift(); id !== undefined && !signal.aborted; id = rest.shift()) {
      const one = await apiData('get', endpoint(kind, '/{id}/stop'), { path: { id } }, { signal }).catch(() => null);
      if (!one) continue;
      sums.known += 1;
      sums.charge += Math.round(one.charge * 100);
      sums.release += Math.round(one.release * 100);
      sums.underWay += one.underWay;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return sums;
}

/** Shows the charge and the release of stopping several orders, fetched while the question is open. */
export function StopAllFacts({ orders }: { orders: Pick<CommonRow, 'id'>[] }) {
  const t = useTranslations('order');
  const f = useFormat();
  const kind = useOrderKind();
  const ids = orders.map((o) => o.id);
  const { data } = useActionPreview([kind.base, 'stop', ...ids], (signal) => sumsOf(kind, ids, signal), 5 * POLL.task);
  const credits = (hundredths: number | undefined) => (hundredths === undefined ? '–' : f.credits(hundredths / 100));
  const unknown = data ? ids.length - data.known : 0;
  return (
    <dl className={css.sums} aria-busy={!data}>
      <dt>{t('bulk.stop.charge')}</dt>
      <dd>{credits(data?.charge)}</dd>
      <dt>{t('bulk.stop.release')}</dt>
      <dd>{credits(data?.release)}</dd>
      <dt>{t('bulk.stop.underWay')}</dt>
      <dd>{f.count(data?.underWay ?? null)}</dd>
      <dd className={css.wide}>{unknown > 0 && t('bulk.stop.unknown', { n: unknown })}</dd>
    </dl>
  );
}
