export type Series = {
  field: string;
  label: string;
  /** Colour of the theme; chosen by position when omitted. */
  colour?: 1 | 2 | 3 | 4 | 5 | 6 | 'sent' | 'delivered' | 'read' | 'failed';
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
