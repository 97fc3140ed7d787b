import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { Overview } from './overview';

type Props = { overview: Overview | undefined; loading: boolean; extra: ReactNode };

/** Shows the messages of each day at +08:00 and their results. */
export function ByDay({ overview, loading, extra }: Props) {
  const t = useTranslations('welcome');
  const f = useFormat();
  return (
    <Panel title={t('byDay')} extra={extra}>
      <Chart
        kind="area"
        label={t('fate')}
        data={(overview?.days ?? []).map(({ services: _, ...d }) => ({ ...d, date: d.date.slice(5) }))}
        x="date"
        xLabel={t('day')}
        series={[
          { field: 'arrived', label: t('arrived'), colour: 'delivered' },
          { field: 'read', label: t('read'), colour: 'read' },
          { field: 'failed', label: t('failed'), colour: 'failed' },
          { field: 'sent', label: t('sent'), colour: 'sent', dashed: true },
        ]}
        height={240}
        format={(v) => f.count(v)}
        loading={loading}
      />
    </Panel>
  );
}
