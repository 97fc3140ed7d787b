import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { Overview } from './overview';

/** Shows the revenue of the services by day. */
export function Revenue({
  overview,
  loading,
  extra,
}: {
  overview: Overview | undefined;
  loading: boolean;
  extra: ReactNode;
}) {
  const t = useTranslations('welcome');
  const f = useFormat();
  const names = useDict('revenue_service');
  const days = overview?.days ?? [];
  const services = [...new Set(days.flatMap((d) => (d.services ?? []).map((s) => s.service)))].sort();
  const data = days.map((d) => ({
    date: d.date.slice(5),
    ...Object.fromEntries(
      services.map((name) => [name, d.services?.find((s) => s.service === name)?.amount ?? 0] as const),
    ),
  }));
  return (
    <Panel title={t('revenue')} extra={extra}>
      <Chart
        kind="stack"
        label={t('revenueByService')}
        data={services.length > 0 ? data : []}
        x="date"
        xLabel={t('day')}
        series={services.map((field) => ({ field, label: names.find(field)?.name ?? field }))}
        height={220}
        format={(v) => f.count(v)}
        said={(v) => f.credits(v)}
        loading={loading}
        empty={t('noRevenue')}
      />
    </Panel>
  );
}
