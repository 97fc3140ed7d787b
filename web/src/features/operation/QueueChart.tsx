import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { useFormat } from '@/lib/format';
import { type Figures, sum } from './figures';
import { NotMeasured, useMissing } from './parts';

const HEIGHT = 220;

/** What each queue holds, as bars. */
export function QueueChart({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const f = useFormat();
  if (!figures.queues) return <QueuesMissing figures={figures} />;
  const queues = figures.queues ?? [];
  const held = sum(queues, (q) => q.waiting + q.inFlight + q.delayed + q.deadLetters);
  return (
    <Chart
      kind="stack"
      label={t('queueChart')}
      data={held > 0 ? queues.map((q) => ({ ...q })) : []}
      x="name"
      xLabel={t('queue')}
      series={[
        { field: 'waiting', label: t('waiting'), colour: 1 },
        { field: 'inFlight', label: t('inFlight'), colour: 5 },
        { field: 'delayed', label: t('delayed'), colour: 4 },
        { field: 'deadLetters', label: t('deadLetters'), colour: 'failed' },
      ]}
      height={HEIGHT}
      format={(v) => f.count(v)}
      empty={t('queuesEmpty')}
    />
  );
}

function QueuesMissing({ figures }: { figures: Figures }) {
  const missing = useMissing(figures);
  return <NotMeasured why={missing('queues', '')} />;
}
