import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import type { OrderDetail } from './order';

/** The channel of an order, and for short messages the sender and the number of parts. */
export function SentBy({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const parts = order.parts && order.channel === 'sms' ? t('partsEach', { parts: order.parts }) : undefined;
  const rest = [order.senderId, order.channel === 'sms' ? order.provider : undefined, parts].filter(Boolean);
  return (
    <>
      <DictTag code="channel" value={order.channel} /> {rest.join(' · ')}
    </>
  );
}
