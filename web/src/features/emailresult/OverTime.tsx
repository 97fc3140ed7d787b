import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import type { Series } from '@/kit/chart/types';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { type ActivityPoint, type ResultOrder, type Unit, useActivity } from './result';

/** Points from which bars are too thin to be told apart. */
const MOST_BARS = 40;

/** Loads, clicks and unsubscriptions by hour or day. */
export function OverTime({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult.time');
  const f = useFormat();
  const [chosen, setUnit] = useState<Unit>();
  const { data, error, isPending, refetch } = useActivity(order, chosen);
  const unit = data?.unit ?? 'hour'; // what is shown may still be that of before a choice
  const points = data?.points ?? [];
  const when = (p: ActivityPoint) => (unit === 'day' ? f.time(p.time).slice(0, 10) : f.time(p.time).slice(5, 16));
  return (
    <Panel
      title={t('title')}
      extra={
        <Segmented
          aria-label={t('unit')}
          value={chosen ?? unit}
          options={(['hour', 'day'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setUnit}
        />
      }
    >
      {error && !data ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : (
        <Chart
          kind={points.length > MOST_BARS ? 'area' : 'bar'}
          label={t(unit === 'day' ? 'byDay' : 'byHour')}
          data={points.map((p) => ({
            time: when(p),
            loads: p.loads,
            clicks: p.clicks,
            machines: p.machineLoads + p.machineClicks,
            unsubscribes: p.unsubscribes,
          }))}
          x="time"
          xLabel={t('when')}
          series={seriesOf(order, t)}
          height={240}
          format={(v) => f.count(v)}
          loading={isPending}
          empty={t('nothing')}
        />
      )}
    </Panel>
  );
}

function seriesOf(order: ResultOrder, t: (key: 'loads' | 'clicks' | 'machines' | 'unsubscribes') => string): Series[] {
  return [
    ...(order.trackLoads ? [{ field: 'loads', label: t('loads'), colour: 2 } as const] : []),
    ...(order.trackClicks ? [{ field: 'clicks', label: t('clicks'), colour: 4 } as const] : []),
    { field: 'unsubscribes', label: t('unsubscribes'), colour: 6 },
    { field: 'machines', label: t('machines'), colour: 5 },
  ];
}
