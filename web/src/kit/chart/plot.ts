import uPlot from 'uplot';
import type { ChartProps } from './types';

/** Widest bar, in pixels. */
const MAX_BAR = 36;
/** Part of a bar's place that all bars of one value share. */
const BAR_SHARE = 0.8;
/** Free pixels between two labels of the horizontal axis. */
const LABEL_GAP = 24;
/** Narrowest place, in pixels, in which a label is cut short instead of left out. */
const LABEL_PLACE = 56;
const FONT_SIZE = 12;
const SERIES_COLOURS = 6;
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat();

type Plotted = Pick<ChartProps, 'kind' | 'data' | 'x' | 'series' | 'most' | 'format'>;
/** Reads a custom property of the theme where the chart stands. */
type Colours = (name: `--${string}`) => string;

/** The custom property of a series' colour: what became of messages has the colours of the whole console. */
export function colourOf({ series }: Pick<ChartProps, 'series'>, i: number): `--${string}` {
  const colour = series[i]?.colour ?? (i % SERIES_COLOURS) + 1;
  return typeof colour === 'string' ? `--${colour}` : `--series-${colour}`;
}

/** Formats a large number to fit beside an axis: 1.2M, 120万. */
function short(v: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || undefined, { notation: 'compact' }).format(v);
}

/** Columns of a chart: the places on the horizontal axis, then the values of each series. A stack's values are sums, the highest first. */
export function columnsOf({ kind, data, series }: Pick<Plotted, 'kind' | 'data' | 'series'>): uPlot.AlignedData {
  const values = series.map((s) => data.map((row) => (row[s.field] === null ? null : Number(row[s.field] ?? 0))));
  const sums = values.map((_, i) =>
    data.map((_, row) => values.slice(0, i + 1).reduce((sum, v) => sum + (v[row] ?? 0), 0)),
  );
  return [data.map((_, i) => i), ...(kind === 'stack' ? sums.toReversed() : values)];
}

/** Range of the vertical axis. Surfaces and bars begin at 0. An axis whose values are all 0 ends at `most`. */
export function rangeOf(
  { kind, most }: Pick<Plotted, 'kind' | 'most'>,
  min: number | null,
  max: number | null,
): uPlot.Range.MinMax {
  const [low, high] = [min ?? 0, max ?? 0];
  if (low === 0 && high === 0) return [0, most ?? 4];
  if (kind === 'line') return uPlot.rangeNum(low, high, 0.1, true);
  const end = { pad: 0.05, soft: 0, mode: 1 } as const;
  return uPlot.rangeNum(Math.min(low, 0), Math.max(high, 0), { min: end, max: end });
}

/** Places whose labels fit: all of them where each can be cut to its place, otherwise every n-th, with the last one. */
export function labelled(count: number, widest: number, width: number): number[] {
  const place = width / Math.max(count, 1);
  const step = place >= LABEL_PLACE ? 1 : Math.max(1, Math.ceil((widest + LABEL_GAP) / place));
  return Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % step === 0);
}

/** Width of a label, in pixels. */
function measure(u: uPlot, text: string, font: string): number {
  u.ctx.font = `${FONT_SIZE * uPlot.pxRatio}px ${font}`;
  return u.ctx.measureText(text).width / uPlot.pxRatio;
}

/** Cuts a text to a width. */
function cut(u: uPlot, text: string, width: number, font: string): string {
  if (measure(u, text, font) <= width) return text;
  let end = text.length - 1;
  while (end > 1 && measure(u, `${text.slice(0, end)}…`, font) > width) end--;
  return `${text.slice(0, end)}…`;
}

/** Draws a series as bars beside those of the other series, or at their place in a stack. */
function barsOf({ kind, data, series }: Plotted, i: number): uPlot.Series.PathBuilder | undefined {
  const groups = kind === 'stack' ? 1 : series.length;
  const widthIn = (u: uPlot) => {
    const place = u.bbox.width / uPlot.pxRatio / data.length;
    return Math.min(BAR_SHARE / groups, MAX_BAR / place);
  };
  const offset = kind === 'stack' ? -0.5 : i - groups / 2;
  return uPlot.paths.bars?.({
    disp: {
      x0: { unit: 1, values: (u) => data.map((_, at) => at + offset * widthIn(u)) },
      size: { unit: 1, values: (u) => data.map(() => widthIn(u)) },
    },
  });
}

function seriesOf(of: Plotted, colours: Colours): uPlot.Series[] {
  const drawn = of.series.map((s, i): uPlot.Series => {
    const paint = () => colours(colourOf(of, i));
    const points = { show: of.data.length === 1 };
    if (of.kind === 'line') return { stroke: paint, width: 2, points };
    if (of.kind === 'area')
      return {
        stroke: paint,
        width: s.dashed ? 1.5 : 2,
        dash: s.dashed ? [5, 4] : undefined,
        fill: s.dashed ? undefined : () => `${paint()}24`, // 14 % of the colour
        points,
      };
    return { fill: paint, width: 0, paths: barsOf(of, i), points: { show: false } };
  });
  return of.kind === 'stack' ? drawn.toReversed() : drawn;
}

function axesOf({ data, x, series, format = String }: Plotted, colours: Colours, font: string): uPlot.Axis[] {
  const whole = data.every((row) => series.every((s) => Number.isInteger(Number(row[s.field] ?? 0)))); // no quarter of a message
  const line = { stroke: () => colours('--line'), width: 1 };
  const look = { stroke: () => colours('--quiet'), font: `${FONT_SIZE}px ${font}`, ticks: { show: false } };
  const texts = data.map((row) => String(row[x] ?? ''));
  return [
    {
      ...look,
      size: 28,
      gap: 8,
      grid: { show: false },
      border: { ...line, show: true },
      splits: (u) => {
        const widest = Math.max(...texts.map((text) => measure(u, text, font)));
        return labelled(texts.length, widest, u.bbox.width / uPlot.pxRatio);
      },
      values: (u, splits) => {
        u.ctx.font = `${FONT_SIZE * uPlot.pxRatio}px ${font}`;
        const place =
          (u.bbox.width / uPlot.pxRatio / texts.length) * (splits.length === texts.length ? 1 : texts.length);
        return splits.map((i) => cut(u, texts[i] ?? '', place - 4, font));
      },
    },
    {
      ...look,
      size: 56,
      gap: 8,
      grid: line,
      space: 36,
      incrs: whole ? WHOLE_STEPS : undefined,
      values: (_, splits) => splits.map((v) => (Math.abs(v) < 10_000 ? format(v) : short(v))),
    },
  ];
}

type Place = { width: number; height: number; font: string; colours: Colours; onHover: (u: uPlot) => void };

/** Options of a plot. Colours are read at each drawing. */
export function optionsOf(of: Plotted, { width, height, font, colours, onHover }: Place): uPlot.Options {
  const { kind, data, x } = of;
  const bars = kind === 'bar' || kind === 'stack';
  const margin = bars || data.length === 1 ? 0.5 : 0;
  return {
    width,
    height,
    // Half of the last label stands beside a line that goes to the end.
    padding: [8, (u) => (margin ? 8 : Math.max(8, measure(u, String(data.at(-1)?.[x] ?? ''), font) / 2)), 0, 0],
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: { x: !bars, y: false, drag: { x: false, y: false }, points: { show: !bars, size: 7 } },
    scales: {
      x: { time: false, range: () => [-margin, data.length - 1 + margin] },
      y: { range: (_, min, max) => rangeOf(of, min, max) },
    },
    series: [{}, ...seriesOf(of, colours)],
    axes: axesOf(of, colours, font),
    hooks: { setCursor: [onHover] },
  };
}
