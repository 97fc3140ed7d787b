import { useTranslations } from 'next-intl';
import type { Delivery } from '../delivery';
import { useFormat } from '../format';

/** The delivery rate with its two counts; a dash where no recipient was called. */
export function DeliveryRate({ of }: { of: Pick<Delivery, 'called' | 'deliveryRate'> | undefined }) {
  const t = useTranslations('table');
  const f = useFormat();
  return <span title={t('deliveryRateNote')}>{of && of.called > 0 ? f.percent(of.deliveryRate) : f.count(null)}</span>;
}
