import { useTranslations } from 'next-intl';
import { CreditForm } from '@/kit/pay/CreditForm';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { left, REASON, RECHARGE_RELATED, type Recharge } from './recharge';

/** Refunds a recharge wholly or in part: the credit is taken at once, and is returned when the provider refuses. */
export function RefundModal({ recharge: r, onClose }: { recharge: Recharge | null; onClose: () => void }) {
  const t = useTranslations('recharge');
  const f = useFormat();
  const move = r && {
    key: r.orderId,
    title: t('refundTitle', { name: r.userName }),
    submit: t('refund'),
    note: t('refundNote', { left: f.credits(left(r)), yuan: f.credit(left(r) / 100) }),
    parties: [{ userId: r.userId, sign: -1 as const }],
    whole: true,
    uncounted: true as const,
    most: left(r),
    remark: { label: t('reason'), most: REASON, required: true },
    sure: t('refundSure', { name: r.userName }),
    send: ({ amount, remark }: { amount: number; remark?: string }) =>
      request('post', '/aty/recharge/{orderId}/refund', { path: { orderId: r.orderId }, body: { amount, remark } }),
  };
  return <CreditForm move={move} changes={RECHARGE_RELATED} onClose={onClose} />;
}
