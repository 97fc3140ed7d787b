import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import type { OrderDetail } from './order';

/** The channel of an order, and for text messages the sender and the number of parts. Only staff sees the provider. */
export function SentBy({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const staff = usePermission()({ types: [1] });
  const parts = order.parts && order.channel === 'sms' ? t('partsEach', { parts: order.parts }) : undefined;
  const rest = [order.senderId, order.channel === 'sms' && staff ? order.provider : undefined, parts].filter(Boolean);
  return (
    <>
      <DictTag code="channel" value={order.channel} /> {rest.join(' · ')}
    </>
  );
}
