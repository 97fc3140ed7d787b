import { useFormat } from '@/lib/format';
import css from './call.module.css';

export type Bar = { key: string; label: string; count: number };

type Props = {
  label: string;
  bars: readonly Bar[];
  /** Total that the shares refer to. */
  whole: number;
};

/** Counts beside each other: each with a bar, its number and its share. */
export function Bars({ label, bars, whole }: Props) {
  const f = useFormat();
  return (
    <dl className={css.bars} aria-label={label}>
      {bars.map(({ key, label: name, count }) => {
        const share = whole > 0 ? count / whole : 0;
        return (
          <div key={key} data-testid={`outcome-${key}`} data-none={count === 0}>
            <dt>{name}</dt>
            <dd className={css.track} aria-hidden="true">
              <i data-outcome={key} style={{ width: `${share * 100}%` }} />
            </dd>
            <dd className={css.figure}>{f.count(count)}</dd>
            <dd className={css.share}>{f.percent(share)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
