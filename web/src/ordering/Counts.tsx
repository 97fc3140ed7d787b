import { useFormat } from '@/lib/format';
import { type CommonRow, isShown, useOrderKind, useOrderTexts } from './kind';
import { countOf, isFinished, wasNeverStarted } from './order';
import css from './ordering.module.css';
import { useStateText } from './useStateText';

/** Targets by state: a bar, the number and the share of each. */
export function Counts({ order }: { order: CommonRow }) {
  const t = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const text = useStateText();
  if (wasNeverStarted(order, kind)) return <p className={css.hint}>{t('nothingSent')}</p>;
  const shown = kind.order.filter((s) => isShown(order, s, countOf(order, s)));
  const last = kind.order[kind.order.length - 1];
  return (
    <dl className={css.counts}>
      {shown.map((s) => {
        const n = countOf(order, s);
        const share = order.total > 0 ? n / order.total : 0;
        return (
          <div key={s} data-testid={`count-${s}`} data-none={n === 0}>
            <dt>{s === last && n > 0 && isFinished(order) ? t('notSent') : text(s)}</dt>
            <dd className={css.track} aria-hidden="true">
              <i className={css.part} data-state={s} style={{ width: `${share * 100}%` }} />
            </dd>
            <dd className={css.figure}>{f.count(n)}</dd>
            <dd className={css.share}>{f.percent(share)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
