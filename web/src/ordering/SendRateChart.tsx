import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import css from './insight.module.css';
import { type CommonRow, useMessageTexts } from './kind';
import { countOf, isRunning } from './order';
import { useStat } from './useStat';

/** Shows the send rate of an order and its estimated end. */
export function SendRateChart({ order }: { order: CommonRow }) {
  const t = useMessageTexts();
  const all = useTranslations('order');
  const f = useFormat();
  const tempo = useStat(order.id, isRunning(order)).data?.tempo;
  if (!tempo || (!tempo.points?.length && !tempo.finishTime)) return null;
  const begun = ['sent', 'arrived', 'read'].some((s) => countOf(order, s) > 0);
  const minutes = tempo.every / 60;
  const points = (tempo.points ?? []).map((p) => ({
    time: f.time(p.time).slice(11, 16),
    sent: Math.round(p.sent / minutes),
  }));
  return (
    <Panel
      title={t('tempo.title')}
      extra={
        <span className={css.pace}>
          {tempo.perMinute > 0 && <b>{t('tempo.perMinute', { n: tempo.perMinute })}</b>}
          {tempo.finishTime && <span>{t('tempo.finish', { time: f.time(tempo.finishTime) })}</span>}
        </span>
      }
    >
      <Chart
        kind="bar"
        label={t('tempo.chart')}
        data={points}
        x="time"
        xLabel={t('tempo.time')}
        series={[{ field: 'sent', label: t('tempo.messages'), colour: 'sent' }]}
        height={140}
        format={(v) => f.count(v)}
        empty={begun ? all('tempo.soon') : t('tempo.none')}
      />
    </Panel>
  );
}
