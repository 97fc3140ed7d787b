import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions, Modal, Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { MoneySummary, useBalanceLines } from '@/kit/pay/MoneySummary';
import { isApiError } from '@/lib/api/error';
import { loadUser } from '@/lib/api/loadUser';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { refreshAccessToken } from '@/lib/api/refresh';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { SAAS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { errorText, showError } from '@/lib/notifier';
import { useOverlay } from '@/lib/overlay';
import { navigate } from '@/lib/router/navigate';
import { ROUTE } from '@/lib/router/routes';
import { useSession } from '@/lib/session';
import { useApp } from '@/lib/toasts';
import { Scan } from './Scan';
import css from './saas.module.css';
import { forgetService } from './service';

type Offer = Data<'get', '/pi/personal/info/buy/saas/check'>;

/** The account is not active yet: its user is sent to the profile (platform-services §4). */
const INACTIVE = 40313;

/** Buys or renews the service for a year. The server is asked first; what it refuses is said, and the modal closes. */
export default function SaasModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('saas.buy');
  const { message } = useApp();
  const check = useQuery({
    ...get('/pi/personal/info/buy/saas/check'),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  const refused = open && !check.isFetching ? check.error : null;
  const leave = useRef(onClose);
  leave.current = onClose;
  const said = useRef<unknown>(null);
  useEffect(() => {
    if (!refused || said.current === refused) return;
    said.current = refused;
    message.warning(errorText(refused));
    leave.current();
    if (isApiError(refused) && refused.code === INACTIVE) navigate(ROUTE.ProfileCustom);
  }, [refused, message]);
  return (
    <Modal
      open={open && !refused}
      title={t('title')}
      width={SAAS.width}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {check.data ? (
        <Tabs
          tabPlacement="start"
          destroyOnHidden
          items={[
            { key: 'scan', label: t('scan'), children: <ByScan offer={check.data} onClose={onClose} /> },
            { key: 'credit', label: t('credit'), children: <ByCredit offer={check.data} onClose={onClose} /> },
          ]}
        />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}

/** Shows the offer: its new expiry, its price and its duration. */
function ServiceDetails({ offer }: { offer: Offer }) {
  const t = useTranslations('saas.buy');
  const f = useFormat();
  return (
    <>
      <p className={css.what}>{t('what')}</p>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'price', label: t('price'), children: t('yuan', { amount: f.credit(offer.price / SAAS.fen) }) },
          { key: 'valid', label: t('valid'), children: t('oneYear') },
          { key: 'until', label: t('until'), children: f.time(offer.expireTime) },
          { key: 'rebate', label: t('rebate'), children: t('rebateHint') },
        ]}
      />
    </>
  );
}

/** Queries that buying a year makes stale. */
const SERVICE_RELATED = [
  '/pi/personal/info/saas',
  '/pi/personal/info',
  '/pay/saas/price',
  '/aty/saas/order/page',
  '/pi/personal/info/statement/page',
] as const;

/** The session is refreshed, and tells of the new end with roles and permissions; one that cannot be is asked for them. */
function renewed() {
  forgetService();
  const { token, refreshToken } = useSession.getState();
  void (token && refreshToken ? refreshAccessToken(token) : loadUser()).catch(showError);
}

function ByScan({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const t = useTranslations('saas.buy');
  const f = useFormat();
  const { message } = useApp();
  const queries = useQueryClient();
  const paid = () => {
    message.success(t('bought', { until: f.minute(offer.expireTime) }));
    renewed();
    for (const path of SERVICE_RELATED) void queries.invalidateQueries({ queryKey: ['get', path] });
    onClose();
  };
  return <Scan price={offer.price} facts={<ServiceDetails offer={offer} />} onPaid={paid} onClose={onClose} />;
}

function ByCredit({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const t = useTranslations('saas.buy');
  const f = useFormat();
  const { message } = useApp();
  const lines = useBalanceLines(offer.balance, -offer.amount);
  const may = usePermission();
  const open = useOverlay((s) => s.open);
  const missing = (Math.round(offer.amount * 100) - Math.round(offer.balance * 100)) / 100;
  // The dialog reopens when the payment has arrived; it refetches, and then the credit suffices.
  const topUp = () => open('topUp', { credits: Math.ceil(missing), goOn: () => open('saas') });
  const queries = useQueryClient();
  const buy = useApiMutation(
    () => request('post', '/pi/personal/info/buy/saas', { body: { expectedCost: offer.amount } }),
    {
      quiet: true,
      changes: SERVICE_RELATED,
      onFailed: (e) => failed(e),
      onDone: (bought) => {
        message.success(t('bought', { until: f.minute(bought.saasExpireTime) }));
        renewed();
        onClose();
      },
    },
  );
  // The dialog closes on every answer. It stays without an answer: the same purchase again is safe (its key is the same).
  const failed = (e: unknown) => {
    showError(e);
    if (isApiError(e) && e.unanswered) return;
    void queries.invalidateQueries({ queryKey: ['get', '/pi/personal/info/saas'] });
    onClose();
  };
  return (
    <>
      <ServiceDetails offer={offer} />
      <MoneySummary
        label={t('effect')}
        title={t('price')}
        amount={f.credits(offer.amount)}
        testId="saas-amount"
        lines={lines}
      >
        {!offer.enough && <p role="alert">{t('short')}</p>}
      </MoneySummary>
      {offer.enough || !may(TOP_UP_ACCESS) ? (
        <Button
          type="primary"
          block
          className={css.pay}
          disabled={!offer.enough}
          loading={buy.isPending}
          onClick={() => buy.mutate()}
        >
          {t('pay')}
        </Button>
      ) : (
        <Button type="primary" block className={css.pay} onClick={topUp}>
          {t('topUp', { missing: f.credits(missing) })}
        </Button>
      )}
    </>
  );
}
