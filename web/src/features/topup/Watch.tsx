import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { PaymentResult } from '@/kit/pay/PaymentResult';
import { TopUpFailure } from '@/kit/pay/TopUpFailure';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { usePoll } from '@/lib/usePoll';
import { stateOf } from './methods';
import { usePaid, useStatus } from './usePaid';

type WatchProps = { orderId: string; goOn?: () => unknown; onOver: () => void };

/** A payment on a page of the provider's, after the modal has closed: nothing is shown until it arrives. */
export function Watch({ orderId, goOn, onOver }: WatchProps) {
  const paid = usePaid(goOn);
  const poll = usePoll<number | null>(useStatus(orderId), { until: (s) => stateOf(s) !== 'pending' });
  const over = poll.state !== 'waiting';
  const success = poll.data !== undefined && stateOf(poll.data) === 'success';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is over
  useEffect(() => {
    if (!over) return;
    if (success) paid(orderId);
    onOver();
  }, [over, success]);
  return null;
}

type ReturnedProps = { orderId: string; onPaid: (orderId: string) => void; onClose: () => void };

/** Shows the payment state to a payer who returns from the provider's page; the provider is queried. */
export function Returned({ orderId, onPaid, onClose }: ReturnedProps) {
  const t = useTranslations('topup');
  const f = useFormat();
  const order = useQuery(get('/aty/recharge/pay/finish/{orderId}', { path: { orderId } }));
  return (
    <PaymentResult<number | null>
      query={useStatus(orderId)}
      stateOf={stateOf}
      onEnd={(state) => state === 'success' && onPaid(orderId)}
      onClose={onClose}
      why={<TopUpFailure orderId={orderId} />}
    >
      <p>{t('returned', { credits: f.credits(order.data?.amount) })}</p>
    </PaymentResult>
  );
}
