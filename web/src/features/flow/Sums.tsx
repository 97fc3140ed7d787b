import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { useDict } from '@/kit/dict/useDict';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { dayAtEight, useFormat } from '@/lib/format';
import { byType } from './flow';
import css from './flow.module.css';

const PERIODS = ['7', '30', '90'] as const;
type Period = (typeof PERIODS)[number];
const DAY = 86_400_000;

/** Shows income and expenses by day and by business type. */
export function Sums({ userId }: { userId: string | undefined }) {
  const t = useTranslations('flow');
  const f = useFormat();
  const [days, setDays] = useState<Period>('30');
  const kinds = useDict('business_type');
  const from = dayAtEight(new Date(Date.now() - (Number(days) - 1) * DAY));
  const sums = useQuery(get('/aty/accountstatement/statistics', { query: { from, userId } }));
  const { data } = sums;
  const chart = {
    xLabel: t('day'),
    height: 200,
    series: [
      { field: 'in', label: t('in'), colour: 2 as const },
      { field: 'out', label: t('out'), colour: 1 as const },
    ],
    format: f.count,
    said: f.credits,
    loading: sums.isPending,
    empty: t('nothingYet'),
  };
  const period = (
    <Segmented
      size="small"
      aria-label={t('period')}
      value={days}
      onChange={setDays}
      options={PERIODS.map((value) => ({ value, label: t('days', { n: value }) }))}
    />
  );
  return (
    <Panel title={t('sums')} extra={period}>
      <ErrorAlert error={sums.error} onRetry={sums.refetch} />
      <DescriptionList
        items={[
          { label: t('in'), value: <b className={css.in}>{f.credits(data?.in)}</b> },
          { label: t('out'), value: <b>{f.credits(data && Math.abs(data.out))}</b> },
        ]}
      />
      <div className={css.charts}>
        <Chart
          {...chart}
          kind="bar"
          label={t(data?.more ? 'byDayPart' : 'byDay')}
          x="date"
          data={(data?.days ?? []).map((d) => ({ date: d.date.slice(5), in: d.in, out: Math.abs(d.out) }))}
        />
        <Chart
          {...chart}
          kind="bar"
          label={t('byType')}
          x="type"
          xLabel={t('businessType')}
          data={byType(data?.types ?? [], (type) => kinds.find(type)?.name ?? type)}
        />
      </div>
    </Panel>
  );
}
