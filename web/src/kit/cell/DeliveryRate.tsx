import { useTranslations } from 'next-intl';
import type { Delivery } from '@/kit/delivery';
import { useFormat } from '@/lib/format';

/** The delivery rate with its two counts; a dash where no recipient was called. */
export function DeliveryRate({ delivery }: { delivery: Pick<Delivery, 'called' | 'deliveryRate'> | undefined }) {
  const t = useTranslations('table');
  const f = useFormat();
  return (
    <span title={t('deliveryRateNote')}>
      {delivery && delivery.called > 0 ? f.percent(delivery.deliveryRate) : f.count(null)}
    </span>
  );
}
