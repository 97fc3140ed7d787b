import { useTranslations } from 'next-intl';
import { Sheet, SheetFacts } from '@/kit/print/Sheet';
import { useFormat } from '@/lib/format';
import { left, type Recharge } from './recharge';
import { useMethodName } from './useRecharges';

/** The receipt of a paid recharge: what was paid, how, and the credit that it became. */
export function Receipt({ recharge: r }: { recharge: Recharge }) {
  const t = useTranslations('recharge');
  const f = useFormat();
  const method = useMethodName();
  return (
    <Sheet kind={t('receipt')} title={r.userName} note={t('receiptNote', { id: r.orderId })}>
      <SheetFacts
        strip
        items={[
          { label: t('payAmount'), value: t('money', { n: f.credit(r.payAmount), currency: r.currency }) },
          { label: t('creditAmount'), value: f.credits(r.creditAmount) },
        ]}
      />
      <SheetFacts
        items={[
          { label: t('payTime'), value: f.time(r.payTime) },
          { label: t('paymentMethod'), value: method(r.paymentMethod) },
          { label: t('orderId'), value: r.orderId },
          { label: t('tradeNo'), value: r.tradeNo || '–' },
          ...(r.refundAmount > 0
            ? [
                { label: t('refundAmount'), value: f.credits(r.refundAmount) },
                { label: t('kept'), value: f.credits(left(r)) },
              ]
            : []),
        ]}
      />
    </Sheet>
  );
}
