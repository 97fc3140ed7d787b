import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useBalanceLines } from '@/kit/pay/MoneySummary';
import { useFormat } from '@/lib/format';
import type { Estimate } from './EstimateCard';
import { useOrderTexts } from './kind';
import css from './ordering.module.css';

/** What an order that is being written costs, for how many recipients, and what is left then: always in sight. */
export function CostBar({ estimate, ready }: { estimate: UseQueryResult<Estimate>; ready: boolean }) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const known = ready && !estimate.isError ? estimate.data : undefined;
  const [, after] = useBalanceLines(known?.balance, known && -known.cost);
  return (
    <dl className={css.costBar} data-testid="cost-bar">
      <div>
        <dt>{t('estimatedCost')}</dt>
        <dd>{f.credits(known?.cost)}</dd>
      </div>
      <div>
        <dt>{own('total')}</dt>
        <dd>{f.count(known?.targets)}</dd>
      </div>
      <div data-warn={after?.warn}>
        <dt>{after?.label}</dt>
        <dd>{after?.value}</dd>
      </div>
    </dl>
  );
}
