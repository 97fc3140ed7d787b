import { DeliveryRate } from '@/kit/cell/DeliveryRate';
import { deliveryOf } from '@/kit/delivery';
import { useFormat } from '@/lib/format';
import css from './insight.module.css';
import { type CommonRow, isShown, useMessageTexts } from './kind';
import { type FunnelOrder, useMonotonicFunnel } from './monotonicFunnel';

const STEPS = ['targets', 'sent', 'arrived', 'read', 'replied'] as const;
const ASIDE = ['heldBack', 'failed', 'unknown'] as const;

/** The recipients of an order by step, and beside each step those that did not reach it. `replies`: whether replies are possible. */
export function Funnel({ order, replies }: { order: FunnelOrder & Pick<CommonRow, 'channel'>; replies: boolean }) {
  const t = useMessageTexts();
  const f = useFormat();
  const steps = useMonotonicFunnel(order);
  if (!steps) return null;
  const whole = Math.max(1, steps.targets);
  const reach = deliveryOf({ counts: order.counts, heldByReason: { all: steps.heldBack } });
  return (
    <>
      <ol className={css.funnel} aria-label={t('funnel.title')}>
        {STEPS.filter((s) => (s === 'replied' ? replies || steps.replied > 0 : isShown(order, s, steps[s]))).map(
          (s, i) => {
            // A recipient who replies may have read receipts off, so replies are a share of what was delivered.
            const above = i === 0 ? undefined : s === 'replied' ? 'arrived' : STEPS[i - 1];
            const of = above ? steps[above] : 0;
            return (
              <li key={s} data-testid={`funnel-${s}`}>
                <span>{t(`funnel.${s}`)}</span>
                <i aria-hidden="true">
                  <u data-step={s} style={{ width: `${(steps[s] / whole) * 100}%` }} />
                </i>
                <b>{f.count(steps[s])}</b>
                <small>
                  {s === 'arrived' ? (
                    <DeliveryRate delivery={reach} />
                  ) : above && of > 0 ? (
                    f.percent(steps[s] / of)
                  ) : (
                    ''
                  )}
                </small>
              </li>
            );
          },
        )}
      </ol>
      <ul className={css.aside}>
        {ASIDE.filter((s) => steps[s] > 0).map((s) => (
          <li key={s} data-step={s} data-testid={`funnel-${s}`}>
            {t(`funnel.${s}`)} <b>{f.count(steps[s])}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
