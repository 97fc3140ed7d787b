import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useId, useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { lazyModule } from '@/lib/router/lazyModule';
import css from './chart.module.css';
import type { ChartProps } from './types';

// The plotting library comes with the first chart.
const Drawing = lazyModule(() => import('./Drawing'));

/** A chart in the theme's colours, and the same figures as a table for screen readers and exact values. */
export function Chart(props: ChartProps) {
  const { label, data, loading = false, height = 260, empty } = props;
  const t = useTranslations('table');
  const [table, setTable] = useState(false);
  const id = useId();
  const nothing = !loading && data.length === 0;
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption className={css.caption}>
        <span id={id}>{label}</span>
        <button
          type="button"
          className={css.toggle}
          aria-pressed={table}
          disabled={loading || nothing}
          onClick={() => setTable(!table)}
        >
          {table ? t('asChart') : t('asTable')}
        </button>
      </figcaption>
      {loading ? (
        <Skeleton.Node active style={{ width: '100%', height }} />
      ) : nothing ? (
        // The empty state is as high as the chart, so the page below keeps its place when the first values arrive.
        <div className={css.nothing} style={{ minHeight: height }}>
          <EmptyState motif="chart" description={empty ?? t('nothing')} />
        </div>
      ) : table ? (
        <Figures {...props} height={height} />
      ) : (
        <div style={{ height }} aria-hidden="true">
          <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height }} />}>
            <Drawing {...props} height={height} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}

function Figures({ label, data, x, xLabel, series, format = String, said = format, height }: ChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls must be reachable
    <section className={css.scroll} style={{ maxHeight: height }} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{xLabel ?? ''}</th>
            {series.map((s) => (
              <th key={s.field} scope="col">
                {s.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={String(row[x])}>
              <th scope="row">{row[x]}</th>
              {series.map((s) => (
                <td key={s.field}>{row[s.field] === null ? '–' : said(Number(row[s.field] ?? 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
