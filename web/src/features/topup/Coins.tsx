import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useLimit } from '@/kit/useLimit';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { PAY, TOP_UP } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { CoinOrder } from './CoinOrder';
import type { Coin } from './coins';
import type { TopUpRequest } from './methods';
import css from './topup.module.css';

type Props = { coin: Coin; pendingId?: string; onPaid: (orderId: string) => void; onClose: () => void };

const CHECK = '/virtual/currency/order/recharge/check';

/** A transfer of USDT: what to do and an address first, then its hash until it is credited (platform-services §4). */
export function Coins({ coin, pendingId, onPaid, onClose }: Props) {
  const t = useTranslations('topup.usdt');
  const f = useFormat();
  const confirmations = useLimit('usdt.confirmations');
  const [made, setMade] = useState<string>();
  const rate = useQuery(get('/pay/rate/{code}', { path: { code: 'USDT' } }));
  const make = useApiMutation(
    () => request('post', '/pay/order', { body: { payType: coin.payType, rechargeType: TOP_UP.type } as TopUpRequest }),
    { changes: [CHECK], onDone: ({ orderId }) => setMade(orderId) },
  );
  const orderId = made ?? pendingId;
  if (orderId) return <CoinOrder id={orderId} chain={t(coin.name)} onPaid={onPaid} onClose={onClose} />;
  return (
    <div className={css.form}>
      {coin.payType === PAY.omni && <Alert type="warning" showIcon title={t('outdated')} />}
      <ol className={css.steps}>
        <li>{t('send', { chain: t(coin.name) })}</li>
        <li>{t('hashStep')}</li>
        <li>{t('wait', { n: confirmations })}</li>
      </ol>
      <p>{t('rate', { credits: f.credits(rate.data ? rate.data * TOP_UP.yuan : undefined) })}</p>
      <Button type="primary" size="large" block loading={make.isPending} onClick={() => make.mutate()}>
        {t('getAddress')}
      </Button>
    </div>
  );
}
