import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { dollars } from '@/lib/i18n/figures';
import css from './insight.module.css';
import { type CommonRow, endpoint, permission, useOrderKind, useOrderTexts } from './kind';
import { isRunning } from './order';
import { useFinalRefetch } from './useFinalRefetch';

const SERVICES = ['dynamodb', 'sqs', 'lambda', 'webhooks', 'other'] as const;

/** Shows an order's AWS cost so far, by step and service, to users with the permission. */
export function Cost({ order }: { order: CommonRow }) {
  const t = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const locale = useLocale();
  const may = usePermission()(permission(kind, 'cost'));
  const moves = isRunning(order) && may;
  const { data, refetch } = useQuery({
    ...get(endpoint(kind, '/{id}/cost'), { path: { id: order.id } }),
    enabled: may,
    refetchInterval: moves && POLL.slow,
  });
  useFinalRefetch(moves, refetch);
  if (!may || !data || data.total === 0) return null;
  const usd = (nano: number) => dollars(nano / 1e9, locale);
  return (
    <Panel
      title={t('awsCost.title')}
      extra={
        <span className={css.pace}>
          <b data-testid="cost-total">{usd(data.total)}</b>
          {typeof data.perMillion === 'number' && (
            <span>{t('awsCost.perMillion', { cost: usd(data.perMillion) })}</span>
          )}
        </span>
      }
    >
      <ul className={css.reasons}>
        {(data.parts ?? []).map((p) => (
          <li key={p.step} data-testid={`cost-${p.step}`}>
            <span>{t(`awsCost.${p.step}`)}</span>
            <b>{usd(p.total)}</b>
            <small>
              {SERVICES.filter((s) => p[s] > 0)
                .map((s) => `${t(`awsCost.${s}`)} ${usd(p[s])}`)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      <p className={css.quiet}>{t('awsCost.note', { n: f.count(data.messages), day: data.pricesOf })}</p>
    </Panel>
  );
}
