import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartProps } from './types';

const colour = (n: number) => `var(--series-${n})`;
const axis = { stroke: 'var(--line)', tick: { fill: 'var(--quiet)', fontSize: 12 }, tickLine: false } as const;
const FRAMES = { line: LineChart, area: AreaChart, bar: BarChart, stack: BarChart } as const;

/** A large number as it fits beside an axis: 1.2M, 120万. */
function short(v: number): string {
  return new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact' }).format(v);
}

/** A surface or a bar is read by its height from 0; a line by where it goes. Where all is nought recharts would make up an end. */
export function domainOf({ kind, data, series, most }: Pick<ChartProps, 'kind' | 'data' | 'series' | 'most'>) {
  const nought = data.every((row) => series.every((s) => Number(row[s.field] ?? 0) === 0));
  if (most && nought) return [0, most];
  return kind === 'line' ? ['auto', 'auto'] : undefined;
}

/** The recharts part of a chart; only Chart loads it. */
export default function Drawing({ kind, data, x, series, height, most, format = String, said = format }: ChartProps) {
  const Frame = FRAMES[kind];
  const whole = data.every((row) => series.every((s) => Number.isInteger(Number(row[s.field] ?? 0)))); // no quarter of a message
  return (
    <ResponsiveContainer width="100%" height={height}>
      <Frame accessibilityLayer={false} data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey={x} {...axis} minTickGap={24} />
        <YAxis
          {...axis}
          axisLine={false}
          width={56}
          allowDecimals={!whole}
          domain={domainOf({ kind, data, series, most })}
          tickFormatter={(v: number) => (Math.abs(v) < 10_000 ? format(v) : short(v))}
        />
        <Tooltip
          formatter={(v) => said(Number(v))}
          contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 6 }}
          labelStyle={{ color: 'var(--text)' }}
          cursor={{ fill: 'color-mix(in srgb, var(--quiet) 12%, transparent)', stroke: 'var(--line)' }}
        />
        {series.length > 1 && <Legend iconType="circle" iconSize={8} itemSorter={null} />}
        {series.map((s, i) => {
          const of = { dataKey: s.field, name: s.label, isAnimationActive: false };
          const paint = colour(s.colour ?? (i % 6) + 1);
          if (kind === 'line') return <Line key={s.field} {...of} stroke={paint} strokeWidth={2} dot={false} />;
          if (kind === 'area')
            return (
              <Area
                key={s.field}
                {...of}
                stroke={paint}
                strokeWidth={s.dashed ? 1.5 : 2}
                strokeDasharray={s.dashed ? '5 4' : undefined}
                fill={paint}
                fillOpacity={s.dashed ? 0 : 0.14}
              />
            );
          return (
            <Bar key={s.field} {...of} fill={paint} stackId={kind === 'stack' ? 'one' : undefined} maxBarSize={36} />
          );
        })}
      </Frame>
    </ResponsiveContainer>
  );
}
