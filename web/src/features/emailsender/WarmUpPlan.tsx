import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { formOf } from '@/kit/form/formOf';
import { useFormat } from '@/lib/format';
import { planOf } from './plan';
import type { SenderValues } from './values';

const { useWatch } = formOf<SenderValues>();

const LIMITS = { start: 1_000_000, percent: 300, days: 90 };

const within = (n: number | undefined, most: number) => Math.min(most, Math.max(1, Math.floor(Number(n) || 1)));

/** The planned emails of each day, no more than the daily limit. */
export function WarmUpPlan() {
  const t = useTranslations('emailsender');
  const f = useFormat();
  const plan = {
    start: within(useWatch('start'), LIMITS.start),
    percent: within(useWatch('percent'), LIMITS.percent),
    days: within(useWatch('days'), LIMITS.days),
  };
  const limit = useWatch('dailyLimit') || Number.POSITIVE_INFINITY;
  const data = planOf(plan).map((n, i) => ({ day: String(i + 1), emails: Math.min(n, limit) }));
  return (
    <Chart
      label={t('planned')}
      kind="bar"
      data={data}
      x="day"
      xLabel={t('day')}
      series={[{ field: 'emails', label: t('emails') }]}
      height={180}
      format={f.count}
    />
  );
}
