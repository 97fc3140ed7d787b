import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import { balanceOf } from './balances';
import { MoneySummary, useBalanceLines } from './MoneySummary';

type Props = {
  /** The user whose credit changes; none until one is chosen. */
  userId: string | undefined;
  /** Added to its credit, negative where it is taken; undefined until it is typed. */
  change: number | undefined;
};

/** The balance of a user before and after a change, in a form that is no `CreditForm`. */
export function BalanceChange({ userId, change }: Props) {
  const t = useTranslations('money');
  const f = useFormat();
  const { data } = useQuery({ ...balanceOf(userId ?? ''), enabled: Boolean(userId), staleTime: 0 });
  const lines = useBalanceLines(userId ? data?.available : undefined, change);
  return <MoneySummary label={t('effect')} title={t('amount')} amount={f.credits(change)} lines={lines} />;
}
