import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/lib/format';
import { Link } from '@/ui/Link';
import ui from '@/ui/ui.module.css';
import { change, line } from './trend';
import css from './welcome.module.css';

type TileProps = {
  label: string;
  /** Undefined while it is asked for. */
  value: string | undefined;
  unit?: string;
  note?: string | false;
  warn?: boolean;
  to?: string;
  share?: number;
  hint?: string;
  /** What the user can set about the figure. */
  action?: ReactNode;
  /** The figure of each day, today last: drawn as a line, with the change against yesterday. */
  trend?: readonly number[];
};

/** Shows a figure with its title and a line of explanation. A share has a bar, a figure of days a line. */
export function Tile({ label, value, unit, note, warn, to, share, hint, action, trend }: TileProps): ReactNode {
  return (
    <div className={css.tile} title={hint}>
      <span className={css.label}>{to ? <Link to={to}>{label}</Link> : label}</span>
      <b data-waits={value === undefined}>
        {value ?? '\u00a0'} {value !== undefined && unit && <span className={css.unit}>{unit}</span>}{' '}
        {trend && <Change values={trend} />}
      </b>
      <span className={css.meter} data-none={share === undefined} aria-hidden="true">
        <i style={{ width: `${Math.min(1, share ?? 0) * 100}%` }} />
      </span>
      <small data-warn={warn}>{note}</small>
      {action}
      {trend && trend.length > 1 && <Line values={trend} />}
    </div>
  );
}

/** The change of a figure against yesterday. */
function Change({ values }: { values: readonly number[] }) {
  const t = useTranslations('welcome');
  const f = useFormat();
  const by = change(values);
  if (by === undefined) return null;
  const text = f.percent(by);
  return (
    <span className={css.change} title={t('againstYesterday')}>
      <span aria-hidden="true">{'\u2191'}</span> {text}
      <span className={ui.onlyRead}> {t('moreThanYesterday')}</span>
    </span>
  );
}

const WIDTH = 72;
const HEIGHT = 24;

function Line({ values }: { values: readonly number[] }) {
  return (
    <svg className={css.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={line(values, WIDTH, HEIGHT)} />
    </svg>
  );
}
