import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useId, useState } from 'react';
import { Empty } from '@/kit/ui/Empty';
import { lazyModule } from '@/router/lazyModule';
import css from './chart.module.css';

// recharts is heavier than the shell: it comes with the first chart.
const Drawing = lazyModule(() => import('./Drawing'));

export type Series = {
  field: string;
  label: string;
  /** Colour of the theme; chosen by position when omitted. */
  colour?: 1 | 2 | 3 | 4 | 5 | 6;
  /** A broken line without a surface: a whole that others are parts of, drawn last so that it shows where they are equal. */
  dashed?: boolean;
};

export type ChartProps = {
  /** The accessible name of the chart. */
  label: string;
  kind: 'line' | 'area' | 'bar' | 'stack';
  data: Record<string, string | number | null>[];
  /** Field of the horizontal axis. */
  x: string;
  xLabel?: string;
  series: Series[];
  height?: number;
  /** Upper bound of the values: the axis ends there when all values are 0. */
  most?: number;
  /** Formats values on the axis. */
  format?: (value: number) => string;
  /** Formats values with their unit in tooltips and in the table; `format` when omitted. */
  said?: (value: number) => string;
  loading?: boolean;
  empty?: string;
};

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
          <Empty description={empty ?? t('nothing')} />
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
