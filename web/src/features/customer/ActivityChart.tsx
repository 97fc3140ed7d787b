import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import type { ChartProps } from '@/kit/chart/types';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { CUSTOMER_DAYS } from './customer';
import css from './overview.module.css';

const SPANS = ['30', '90'] as const;
const HEIGHT = 240;

/** Messages of a customer by day with their results, or what they cost. */
export function ActivityChart({ id }: { id: string }) {
  const t = useTranslations('customer');
  const f = useFormat();
  const { params, set } = useSearch();
  const span = SPANS.find((s) => s === params.get('c_days')) ?? '30';
  const shown = params.get('c_chart') === 'cost' ? 'cost' : 'messages';
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...get(CUSTOMER_DAYS, { path: { id }, query: { days: span } }),
    placeholderData: keepPreviousData,
  });
  const nothing = data && !isPlaceholderData && data.total.orders === 0;
  const common = {
    data: (data?.days ?? []).map((d) => ({ ...d, date: d.key.slice(5) })),
    x: 'date',
    xLabel: t('day'),
    height: HEIGHT,
    loading: isPending,
  };
  const charts: Record<typeof shown, ChartProps> = {
    messages: {
      ...common,
      kind: 'area',
      label: t('messagesByDay'),
      series: [
        { field: 'arrived', label: t('arrived'), colour: 'delivered' },
        { field: 'read', label: t('read'), colour: 'read' },
        { field: 'failed', label: t('failed'), colour: 'failed' },
        { field: 'sent', label: t('sent'), colour: 'sent', dashed: true },
      ],
      format: (v) => f.count(v),
    },
    cost: {
      ...common,
      kind: 'bar',
      label: t('costByDay'),
      series: [{ field: 'cost', label: t('cost') }],
      format: (v) => f.count(v),
      said: (v) => f.credits(v),
    },
  };
  return (
    <Panel title={t('activity')}>
      <div className={css.bar}>
        <Segmented
          aria-label={t('chartOf')}
          value={shown}
          options={[
            { value: 'messages', label: t('messages') },
            { value: 'cost', label: t('cost') },
          ]}
          onChange={(v) => set({ c_chart: v === 'cost' ? v : null })}
        />
        <Segmented
          aria-label={t('span')}
          value={span}
          options={SPANS.map((value) => ({ value, label: t('days', { n: Number(value) }) }))}
          onChange={(v) => set({ c_days: v === '30' ? null : v })}
        />
      </div>
      <ErrorAlert error={error} onRetry={refetch} />
      {nothing ? (
        <div className={css.quiet}>
          <EmptyState motif="chart" description={t('nothingSent', { n: Number(span) })}>
            {span === '30' && <Button onClick={() => set({ c_days: '90' })}>{t('show90')}</Button>}
          </EmptyState>
        </div>
      ) : (
        <Chart key={`${shown} ${span}`} {...charts[shown]} />
      )}
    </Panel>
  );
}
