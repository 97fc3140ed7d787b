import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import css from './chart.module.css';
import { colourOf, columnsOf, optionsOf } from './plot';
import type { ChartProps } from './types';

/** The value under the pointer and its place on the plot, in pixels. */
type Hover = { index: number; centre: number; place: number; width: number };

function hoverOf(u: uPlot): Hover | null {
  const index = u.cursor.idx;
  if (index === null || index === undefined) return null;
  const left = u.bbox.left / uPlot.pxRatio;
  return {
    index,
    centre: left + u.valToPos(index, 'x'),
    place: u.valToPos(1, 'x') - u.valToPos(0, 'x'),
    width: u.width,
  };
}

/** Plots into an element, as large as it is, in the theme's colours of the moment. Returns the function that removes the plot. */
function plotInto(element: HTMLElement, of: ChartProps, show: (hover: Hover | null) => void): () => void {
  let plot: uPlot | undefined;
  const style = getComputedStyle(element);
  const colours = (name: string) => style.getPropertyValue(name).trim();
  const resized = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = element;
    if (width === 0 || height === 0) return; // hidden
    if (plot) plot.setSize({ width, height });
    else {
      const place = { width, height, font: style.fontFamily, colours, onHover: (u: uPlot) => show(hoverOf(u)) };
      plot = new uPlot(optionsOf(of, place), columnsOf(of), element);
    }
  });
  resized.observe(element);
  const themed = new MutationObserver(() => plot?.redraw());
  themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-accent', 'style'] });
  return () => {
    resized.disconnect();
    themed.disconnect();
    plot?.destroy();
    show(null);
  };
}

/** The plotted part of a chart; only Chart loads it. */
export default function Drawing(props: ChartProps) {
  const { kind, height, series } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<Hover | null>(null);
  useEffect(() => (holder.current ? plotInto(holder.current, props, setHover) : undefined), [props]);
  const bars = kind === 'bar' || kind === 'stack';
  return (
    <div className={css.drawing} style={{ height }}>
      <div className={css.plot}>
        <div className={css.canvas} ref={holder} />
        {hover && bars && (
          <div className={css.band} style={{ left: hover.centre - hover.place / 2, width: hover.place }} />
        )}
        {hover && <HoverValues {...props} hover={hover} />}
      </div>
      {series.length > 1 && (
        <ul className={css.legend}>
          {series.map((s, i) => (
            <li key={s.field} style={{ color: `var(${colourOf(props, i)})` }}>
              {s.label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The values under the pointer, with their units, on the wider side of the plot. */
function HoverValues({ hover, ...props }: ChartProps & { hover: Hover }) {
  const { data, x, series, format = String, said = format } = props;
  const { index, centre, place, width } = hover;
  const row = data[index];
  if (!row) return null;
  const beside = Math.min(place / 2, 24) + 8;
  return (
    <dl
      className={css.values}
      style={centre < width / 2 ? { left: centre + beside } : { right: width - centre + beside }}
    >
      <dt>{row[x]}</dt>
      {series.map((s, i) => (
        <dd key={s.field} style={{ color: `var(${colourOf(props, i)})` }}>
          <span>{s.label}</span> <b>{row[s.field] === null ? '–' : said(Number(row[s.field] ?? 0))}</b>
        </dd>
      ))}
    </dl>
  );
}
