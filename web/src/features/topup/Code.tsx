import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyField } from '@/kit/cell/CopyField';
import { Countdown } from '@/kit/pay/Countdown';
import { PaymentResult } from '@/kit/pay/PaymentResult';
import { Qr } from '@/kit/pay/Qr';
import { TopUpFailure } from '@/kit/pay/TopUpFailure';
import { PAYMENT_POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { usePrice } from './AmountForm';
import { NAMES, type Opened, stateOf } from './methods';
import css from './topup.module.css';
import { useStatus } from './usePaid';

type Props = { order: Opened; onPaid: (orderId: string) => void; onAgain: () => void; onClose: () => void };

/** The code of an order until it is paid, fails or has been asked about often enough; then another amount may be chosen. */
export function Code({ order, onPaid, onAgain, onClose }: Props) {
  const t = useTranslations('topup');
  const f = useFormat();
  const price = usePrice();
  const [from] = useState(() => Date.now());
  const watched = from + PAYMENT_POLL.every * PAYMENT_POLL.times;
  const until = Math.min(watched, new Date(order.expireTime).getTime());
  const app = t(`ways.${NAMES[order.payType] ?? 'alipay'}`);
  return (
    <PaymentResult<number | null>
      query={useStatus(order.orderId)}
      stateOf={stateOf}
      onEnd={(state) => state === 'success' && onPaid(order.orderId)}
      onAgain={onAgain}
      onClose={onClose}
      why={<TopUpFailure orderId={order.orderId} />}
    >
      <div className={css.code}>
        <span className={css.qr}>
          <Qr text={order.body} label={t('code', { app })} size={208} />
        </span>
        <div className={css.facts}>
          <p className={css.sum}>{price(order.amount)}</p>
          <p>{f.credits(order.amount)}</p>
          <p>{t('scan', { app })}</p>
          <p className={css.quiet}>
            {t('left')} <Countdown until={until} label={t('left')} />
          </p>
          <p className={css.quiet}>
            {t('order')} <CopyField text={order.orderId} />
          </p>
          <Button onClick={onAgain}>{t('choose')}</Button>
        </div>
      </div>
    </PaymentResult>
  );
}
