import { useTranslations } from 'next-intl';
import { deliveryOf } from '@/kit/delivery';
import { useFormat } from '@/lib/format';
import { type CommonDetail, isShown, useOrderKind, useOrderTexts } from './kind';
import { countOf } from './order';
import css from './ordering.module.css';
import { useStateText } from './useStateText';

/** The key figures of an order: its targets, how far they came, and what they cost. */
export function useFigures(order: CommonDetail) {
  const t = useTranslations('order');
  const tt = useTranslations('table');
  const own = useOrderTexts();
  const f = useFormat();
  const kind = useOrderKind();
  const text = useStateText();
  const delivery = deliveryOf(order);
  const count = (states: readonly string[]) => states.reduce((sum, s) => sum + countOf(order, s), 0);
  const share = (n: number, whole: number) => (whole > 0 ? f.percent(n / whole) : '');
  // The same shares as in the list, the funnel and the statistics.
  const note = (states: readonly string[]) => {
    const n = count(states);
    if (states.includes('sent') || !states.some((s) => s === 'arrived' || s === 'read')) return share(n, order.total);
    if (!states.includes('arrived')) return share(n, delivery.delivered);
    return delivery.called > 0 ? f.percent(delivery.deliveryRate) : '';
  };
  return [
    { key: 'total', label: own('total'), value: f.count(order.total), note: '' },
    ...kind.figures
      .filter(([name, states]) => isShown(order, name, count(states)))
      .map(([name, states]) => ({ key: name, label: text(name), value: f.count(count(states)), note: note(states) })),
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
