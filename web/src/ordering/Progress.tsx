import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import { type CommonRow, useOrderKind } from './kind';
import { type Counts, countOf, processedCount } from './order';
import css from './ordering.module.css';
import { useStateText } from './useStateText';

type Props = { order: Counts & Pick<CommonRow, 'total'>; large?: boolean };

/** The progress of an order: one bar by state, and the processed share. */
export function Progress({ order, large = false }: Props) {
  const t = useTranslations('order');
  const f = useFormat();
  const kind = useOrderKind();
  const text = useStateText();
  const share = order.total > 0 ? processedCount(order, kind) / order.total : 0;
  const parts = kind.order.slice(0, -1).filter((s) => countOf(order, s) > 0);
  const spoken = parts.map((s) => `${text(s)} ${f.count(countOf(order, s))}`).join(', ');
  return (
    <div className={large ? css.progressLarge : css.progress}>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={order.total}
        aria-valuenow={processedCount(order, kind)}
        aria-valuetext={spoken || f.percent(0)}
      >
        {parts.map((s) => (
          <i
            className={css.part}
            key={s}
            data-state={s}
            style={{ width: `${(countOf(order, s) / order.total) * 100}%` }}
          />
        ))}
      </div>
      <span className={css.share}>{f.percent(share)}</span>
    </div>
  );
}
