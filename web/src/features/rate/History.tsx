import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { Tone } from '@/kit/dict/Tone';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { points, RATE_CURRENCIES, RATE_HISTORY_LIST, rateText } from './rate';
import css from './rate.module.css';

type Code = (typeof RATE_CURRENCIES)[number];
const CHART_ROWS = 100;

/**
 * Shows the history of a currency's rate: a chart of accepted rates, and every report with the reason of a rejection.
 */
export function History() {
  const t = useTranslations('rate');
  const f = useFormat();
  const locale = useLocale();
  const [code, setCode] = useState<Code>('USDT');
  const told = useQuery(get(RATE_HISTORY_LIST, { query: { code, size: CHART_ROWS } }));
  const resource: Resource<typeof RATE_HISTORY_LIST, 'rate'> = {
    list: RATE_HISTORY_LIST,
    words: 'rate',
    prefix: 'h_',
    fixed: { code },
    settings: false,
    empty: t('noHistory'),
    columns: {
      createTime: { as: 'second', fixed: true },
      rate: { number: true, cell: (r) => rateText(r.rate, locale) },
      held: {
        cell: (r) =>
          r.held ? <Tone tone="orange">{t(`held.${r.held}`)}</Tone> : <Tone tone="green">{t('counted')}</Tone>,
        title: t('state'),
      },
      source: { from: 'sm', cell: (r) => (r.source === 'staff' ? r.operator || t('staff') : r.source) },
      time: { as: 'time', from: 'md' },
    },
  };
  const which = (
    <Segmented<Code>
      size="small"
      aria-label={t('code')}
      value={code}
      onChange={setCode}
      options={RATE_CURRENCIES.map((value) => ({ value, label: value }))}
    />
  );
  return (
    <div className={css.history}>
      <Panel title={t('history')} extra={which}>
        <ErrorAlert error={told.error} onRetry={told.refetch} />
        <Chart
          kind="line"
          label={t('chart', { code })}
          data={points(told.data?.records ?? [], f.minute)}
          x="time"
          xLabel={t('createTime')}
          series={[{ field: 'rate', label: code, colour: 1 }]}
          height={220}
          format={(v) => rateText(v, locale)}
          loading={told.isPending}
          empty={t('noHistory')}
        />
      </Panel>
      <ResourcePage key={code} resource={resource} bare />
    </div>
  );
}
