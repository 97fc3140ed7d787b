import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { Panel } from '@/kit/page/Page';
import { apiData } from '@/lib/api/client';
import type { RecordOf } from '@/lib/api/types';
import { dayAtEight, dayStart, useFormat } from '@/lib/format';
import { byDay, DAYS } from './days';
import css from './statement.module.css';

type Line = RecordOf<'/pi/personal/info/statement/page'>;

const PAGE_SIZE = 100;
/** Enough for nearly all users; the page says when it shows only the newest. */
const PAGES = 5;

async function lines(since: string, signal: AbortSignal): Promise<{ all: Line[]; total: number }> {
  const all: Line[] = [];
  for (let current = 1; ; current++) {
    const query = { current, size: PAGE_SIZE, createTimeStart: since };
    const page = await apiData('get', '/pi/personal/info/statement/page', { query }, { signal });
    all.push(...(page.records ?? []));
    if (all.length >= page.total || current === PAGES) return { all, total: page.total };
  }
}

/** A small chart of the last days. */
export function ByDay() {
  const t = useTranslations('statement');
  const f = useFormat();
  const since = dayStart(dayAtEight(new Date(Date.now() - (DAYS - 1) * 86_400_000)));
  const found = useQuery({
    queryKey: ['get', '/pi/personal/info/statement/page', 'days', since],
    queryFn: ({ signal }) => lines(since, signal),
  });
  if (found.isError) return null; // the list below says what is wrong
  const { all = [], total = 0 } = found.data ?? {};
  return (
    <div className={css.chart}>
      <Panel>
        <Chart
          kind="bar"
          label={total > all.length ? t('chartPart', { n: all.length }) : t('chart')}
          data={byDay(all).map((d) => ({ ...d, day: d.day.slice(5) }))}
          x="day"
          xLabel={t('day')}
          series={[
            { field: 'in', label: t('in'), colour: 2 },
            { field: 'out', label: t('out'), colour: 1 },
          ]}
          height={160}
          format={(v) => f.count(v)}
          said={(v) => f.credits(v)}
          loading={found.isPending}
        />
      </Panel>
    </div>
  );
}
