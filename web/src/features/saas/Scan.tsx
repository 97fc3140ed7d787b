import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Countdown } from '@/kit/pay/Countdown';
import { PaymentResult, type PaymentState } from '@/kit/pay/PaymentResult';
import { Qr } from '@/kit/pay/Qr';
import { TopUpFailure } from '@/kit/pay/TopUpFailure';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { showError } from '@/lib/notifier';
import { useSession } from '@/lib/session';
import css from './saas.module.css';

type ServicePaymentMethod = NonNullable<Data<'get', '/pay/saas/order/ways'>>[number];
type Props = {
  /** Price in fen, as the payment app shows it. */
  price: number;
  /** Description of the offer. */
  facts: ReactNode;
  onPaid: () => void;
  onClose: () => void;
};

const STATES: Record<number, PaymentState> = { 1: 'pending', 2: 'success', 3: 'failed' };
/** Business codes of the payment apps (platform-services §3). */
const BIZ = { 1: 'scan_wx', 2: 'al000' } as const;
type PayType = keyof typeof BIZ;

/** Pays a year by scanning: a sub-tab for each app that is open to the user. */
export function Scan(p: Props) {
  const t = useTranslations('saas.buy');
  const ways = useQuery(get('/pay/saas/order/ways'));
  if (ways.isPending) return <Skeleton active />;
  if (!ways.data || ways.data.length === 0) return <p>{t('noWays')}</p>;
  const items = ways.data.map((way) => ({
    key: String(way.payType),
    label: t(way.paymentMethod as 'src_al' | 'src_wx'),
    children: <Code {...p} way={way} />,
  }));
  return <Tabs items={items} destroyOnHidden />;
}

function Code({ way, price, facts, onPaid, onClose }: Props & { way: ServicePaymentMethod }) {
  const t = useTranslations('saas.buy');
  const [order, setOrder] = useState<Data<'post', '/pay/saas/order'>>();
  const customerId = useSession((s) => s.info?.userId);
  const payType = way.payType as PayType;
  const body = { amount: price, biz: BIZ[payType], customerId, payType, rechargeType: 2 } as const;
  const make = useApiMutation(() => request('post', '/pay/saas/order', { body }), {
    quiet: true,
    onDone: setOrder,
    onFailed: (e) => {
      showError(e);
      onClose();
    },
  });
  const app = t(way.paymentMethod as 'src_al' | 'src_wx');
  if (!order)
    return (
      <>
        {facts}
        <Button type="primary" block className={css.pay} loading={make.isPending} onClick={() => make.mutate()}>
          {t('make')}
        </Button>
      </>
    );
  return (
    <PaymentResult
      query={get('/pay/saas/order/{orderId}/status', { path: { orderId: order.orderId } })}
      stateOf={(status) => STATES[status ?? 1] ?? 'pending'}
      onEnd={(state) => state === 'success' && onPaid()}
      onAgain={() => setOrder(undefined)}
      onClose={onClose}
      why={<TopUpFailure orderId={order.orderId} />}
    >
      <Qr text={order.body} label={t('code', { app })} />
      <p>
        {t('left')} <Countdown until={order.expireTime} label={t('left')} />
      </p>
    </PaymentResult>
  );
}
