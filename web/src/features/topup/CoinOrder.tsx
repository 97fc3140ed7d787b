import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Progress, Result, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { CopyField } from '@/kit/cell/CopyField';
import { DictTag } from '@/kit/dict/DictTag';
import { Countdown } from '@/kit/pay/Countdown';
import { Qr } from '@/kit/pay/Qr';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { PAYMENT_POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { hashIn } from '@/lib/input/pasted';
import { useApp } from '@/lib/toasts';
import type { Pending } from './coins';
import css from './topup.module.css';

const COIN_ORDER = '/virtual/currency/order/recharge/{id}';
const CHECK = '/virtual/currency/order/recharge/check';

type Props = { id: string; chain: string; onPaid: (orderId: string) => void; onClose: () => void };

/** An order in USDT, looked at until it is credited: its address, its hash, its confirmations. */
export function CoinOrder({ id, chain, onPaid, onClose }: Props) {
  const t = useTranslations('topup');
  const f = useFormat();
  const one = useQuery({
    ...get(COIN_ORDER, { path: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'credited' ? false : PAYMENT_POLL.every),
  });
  const order = one.data;
  const credited = order?.status === 'credited';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (credited) onPaid(id);
  }, [credited]);
  if (!order) return <Skeleton active />;
  if (credited)
    return (
      <Result
        status="success"
        title={t('usdt.credited', { credits: f.credits(order.creditAmount) })}
        extra={<Button onClick={onClose}>{t('close')}</Button>}
      />
    );
  return (
    <div className={css.form}>
      <div className={css.code}>
        <span className={css.qr}>
          <Qr text={order.address} label={t('usdt.address')} />
        </span>
        <div className={css.facts}>
          <p className={css.quiet}>{t('usdt.address')}</p>
          <p>
            <CopyField text={order.address} />
          </p>
          <p>{t('usdt.send', { chain })}</p>
          {order.status === 'waiting' && (
            <p className={css.quiet}>
              {t('left')} <Countdown until={order.expireTime} label={t('left')} />
            </p>
          )}
        </div>
      </div>
      <Standing order={order} />
      {order.status !== 'submitted' && order.status !== 'confirming' && <Hash order={order} onGone={onClose} />}
    </div>
  );
}

/** Shows the state of the order. */
function Standing({ order }: { order: Pending }) {
  const t = useTranslations('topup.usdt');
  const { status, confirmations: done, required: n } = order;
  if (status === 'submitted') return <Alert type="info" showIcon title={t('submitted')} />;
  if (status === 'expired') return <Alert type="warning" showIcon title={t('expired')} />;
  if (status === 'rejected')
    return (
      <Alert
        type="error"
        showIcon
        title={t('rejected')}
        description={<DictTag code="usdt_reason" value={order.reason} />}
      />
    );
  if (status !== 'confirming') return null;
  return (
    <div role="status">
      <p className={css.quiet}>{t('confirming', { done, n })}</p>
      <Progress aria-label={t('confirming', { done, n })} percent={Math.round((100 * done) / n)} showInfo={false} />
    </div>
  );
}

/** The hash of the transfer; another one after a rejection. */
function Hash({ order, onGone }: { order: Pending; onGone: () => void }) {
  const t = useTranslations('topup.usdt');
  const { message } = useApp();
  const { id, address, status } = order;
  const again = status === 'rejected' || status === 'expired';
  const changes = [COIN_ORDER, CHECK] as const;
  const onDone = () => message.success(t('done'));
  const told = useApiMutation(
    (hash: string) => {
      // The specification's call has an address and a step, which the server does not read.
      const body: object = { id, address, step: 2, hash };
      return request('put', '/virtual/currency/order/recharge/submit/hash', { body });
    },
    { changes, onDone },
  );
  const retry = useApiMutation(
    (hash: string) =>
      request('post', '/virtual/currency/order/recharge/retry/{id}', { path: { id }, body: { hash } } as never),
    { changes, onDone },
  );
  const drop = useApiMutation(
    () => request('delete', '/virtual/currency/order/recharge/expired/{id}', { path: { id } }),
    {
      changes,
      onDone: onGone,
    },
  );
  return (
    <Form<{ hash: string }>
      layout="vertical"
      requiredMark={false}
      onFinish={({ hash }) => (again ? retry : told).mutate(hashIn(hash))}
    >
      <Form.Item
        name="hash"
        label={t('hash')}
        rules={[{ required: true, whitespace: true, message: t('hashMissing') }]}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <div className={css.ends}>
        {status !== 'expired' && (
          <Button type="text" loading={drop.isPending} onClick={() => drop.mutate()}>
            {t('giveUp')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={told.isPending || retry.isPending}>
          {t(again ? 'again' : 'submit')}
        </Button>
      </div>
    </Form>
  );
}
