import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useBalanceLines } from '@/kit/pay/MoneySummary';
import { useFormat } from '@/lib/format';
import type { Estimate } from './EstimateCard';
import { useOrderTexts } from './kind';
import css from './ordering.module.css';

/** The last estimate of a form. It stays, as an old one, while the form is incomplete or the next one loads. */
function useLastEstimate(estimate: UseQueryResult<Estimate>, ready: boolean) {
  const now = ready && !estimate.isError ? estimate.data : undefined;
  const [last, setLast] = useState<Estimate>();
  if (now && now !== last) setLast(now);
  return { known: now ?? last, old: !now || estimate.isPlaceholderData };
}

type Props = {
  estimate: UseQueryResult<Estimate>;
  ready: boolean;
  /** Recipients of the chosen list or file, known before an estimate. */
  recipients?: number;
};

/** What an order that is being written costs, for how many recipients, and what is left then: always in sight. */
export function CostBar({ estimate, ready, recipients }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const { known, old } = useLastEstimate(estimate, ready);
  const busy = ready && (estimate.isPending || estimate.isPlaceholderData);
  const [, after] = useBalanceLines(known?.balance, known && -known.cost);
  return (
    <dl className={css.costBar} data-testid="cost-bar" data-old={known !== undefined && old} aria-busy={busy}>
      <div>
        <dt>{t('estimatedCost')}</dt>
        <dd>{f.credits(known?.cost)}</dd>
      </div>
      <div>
        <dt>{own('total')}</dt>
        <dd>{f.count(old ? (recipients ?? known?.targets) : known?.targets)}</dd>
      </div>
      <div data-warn={after?.warn}>
        <dt>{after?.label}</dt>
        <dd>{after?.value}</dd>
      </div>
    </dl>
  );
}
