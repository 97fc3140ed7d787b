import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { useFormat } from '@/kit/format';
import { countOf, neverSent, type Order, over, STATES, type State } from './order';
import css from './order.module.css';

/** These stand still for as long as the order lives, whatever they count; another comes when it has somebody. */
const ALWAYS: readonly State[] = ['read', 'arrived', 'sent', 'sending', 'unknown', 'failed', 'toSend'];

/** Recipients by state: a bar, the number and the share of each. */
export function Counts({ order }: { order: Pick<Order, 'counts' | 'total' | 'status'> }) {
  const t = useTranslations('order');
  const f = useFormat();
  const dict = useDict('target_state');
  const text = (s: State) => dict.find(s)?.name ?? s;
  if (neverSent(order)) return <p className={css.hint}>{t('nothingSent')}</p>;
  const shown = STATES.filter((s) => ALWAYS.includes(s) || countOf(order, s) > 0);
  return (
    <dl className={css.counts}>
      {shown.map((s) => {
        const n = countOf(order, s);
        const share = order.total > 0 ? n / order.total : 0;
        return (
          <div key={s} data-testid={`count-${s}`} data-none={n === 0}>
            <dt>{s === 'toSend' && n > 0 && over(order) ? t('notSent') : text(s)}</dt>
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
