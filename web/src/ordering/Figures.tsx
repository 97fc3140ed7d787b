import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { useFormat } from '@/lib/format';
import { type CommonDetail, useOrderKind, useOrderTexts } from './kind';
import { countOf } from './order';
import css from './ordering.module.css';

/** The key figures of an order: its targets, how far they came, and what they cost. */
export function useFigures(order: CommonDetail) {
  const t = useTranslations('order');
  const tt = useTranslations('table');
  const own = useOrderTexts();
  const f = useFormat();
  const kind = useOrderKind();
  const dict = useDict(kind.states);
  return [
    { key: 'total', label: own('total'), value: f.count(order.total), note: '' },
    ...kind.figures.map(([name, states]) => {
      const n = states.reduce((sum, s) => sum + countOf(order, s), 0);
      const note = order.total > 0 ? f.percent(n / order.total) : '';
      return { key: name, label: dict.find(name)?.name ?? '\u00a0', value: f.count(n), note };
    }),
    order.settled
      ? { key: 'cost', label: t('actualCost'), value: f.credit(order.actualCost), note: tt('unit') }
      : { key: 'cost', label: t('estimatedCost'), value: f.credit(order.estimatedCost), note: tt('unit') },
  ];
}

/** The key figures in one line. */
export function Figures({ order }: { order: CommonDetail }) {
  const t = useTranslations('order');
  return (
    <dl className={css.strip} aria-label={t('keyFigures')}>
      {useFigures(order).map(({ key, label, value, note }) => (
        <div key={key} data-figure={key}>
          <dt>{label}</dt>
          <dd>
            {value} {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
