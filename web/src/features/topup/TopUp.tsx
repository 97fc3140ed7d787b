import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { get } from '@/lib/api/query';
import { TOP_UP } from '@/lib/constants';
import { errorText } from '@/lib/notifier';
import { type TopUpOptions, useOverlay } from '@/lib/overlay';
import { useApp } from '@/lib/toasts';
import { useDevice } from '@/lib/useDevice';
import { Coins } from './Coins';
import { coinsOf } from './coins';
import { type Info, NAMES, tabsOf } from './methods';
import { PagePay } from './PagePay';
import { Scan } from './Scan';
import css from './topup.module.css';
import { usePaid } from './usePaid';
import { Returned, Watch } from './Watch';

/** Buys credit (platform-services §2, §4): by a code, or on a provider's page, whose payment is polled after the page is closed. */
export default function TopUp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('topup');
  const wish = useOverlay((s) => s.wish);
  const turn = useOverlay((s) => s.turn);
  const { message } = useApp();
  const [watched, setWatched] = useState<{ orderId: string; goOn?: () => unknown } | null>(null);
  const info = useQuery({ ...get('/aty/recharge/info'), enabled: open && !wish.orderId, staleTime: 0 });
  const paid = usePaid(wish.goOn && followed(wish.goOn, onClose));
  const opened = (orderId: string) => {
    setWatched({ orderId, goOn: wish.goOn });
    message.success(t('opened'));
    onClose();
  };
  return (
    <>
      <Modal
        key={turn}
        open={open}
        onCancel={onClose}
        title={t('title')}
        width={TOP_UP.width}
        footer={null}
        destroyOnHidden
        className={css.modal}
      >
        {wish.orderId ? (
          <Returned orderId={wish.orderId} onPaid={paid} onClose={onClose} />
        ) : info.data ? (
          <Ways info={info.data} wish={wish} onPaid={paid} onOpened={opened} onClose={onClose} />
        ) : info.error ? (
          <Alert
            type="warning"
            showIcon
            title={errorText(info.error)}
            action={<Button onClick={() => info.refetch()}>{t('retry')}</Button>}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Modal>
      {watched && <Watch key={watched.orderId} {...watched} onOver={() => setWatched(null)} />}
    </>
  );
}

/** Returns a callback that closes the top-up and resumes the action that lacked credit. */
function followed(goOn: () => unknown, close: () => void) {
  return () => {
    close();
    return goOn();
  };
}

type MethodsProps = {
  info: Info;
  wish: TopUpOptions;
  onPaid: (orderId: string) => void;
  onOpened: (orderId: string) => void;
  onClose: () => void;
};

/**
 * Tabs of the available payment methods, each with its variants. Switching the tab starts again. An open order in USDT
 * comes first.
 */
function Ways({ info, wish, onPaid, onOpened, onClose }: MethodsProps) {
  const t = useTranslations('topup');
  const narrow = useDevice() === 'mobile';
  const { scan, transfer } = tabsOf(info);
  const check = useQuery({ ...get('/virtual/currency/order/recharge/check'), staleTime: 0 });
  if (!check.isFetchedAfterMount) return <Skeleton active paragraph={{ rows: 8 }} />;
  const pending = check.data ?? undefined;
  const coins = coinsOf(info, pending);
  const of = { info, missing: wish.credits };
  const sides: Side[] = [
    {
      key: 'ScanCode',
      label: t('scanCode'),
      ways: scan.map((way) => ({
        key: way.payType,
        label: t(`ways.${NAMES[way.payType] ?? 'gateway'}`),
        body: <Scan {...of} way={way} onPaid={onPaid} onClose={onClose} />,
      })),
    },
    {
      key: 'Transfer',
      label: t('transfer'),
      ways: [
        ...transfer.map((way) => ({
          key: way.payType,
          label: t(`ways.${NAMES[way.payType] ?? 'gateway'}`),
          body: <PagePay {...of} way={way} onOpened={onOpened} />,
        })),
        ...coins.map((coin) => ({
          key: coin.payType,
          label: t(`usdt.${coin.name}`),
          body: (
            <Coins
              coin={coin}
              pendingId={pending?.payType === coin.payType ? pending.id : undefined}
              onPaid={onPaid}
              onClose={onClose}
            />
          ),
        })),
      ],
    },
  ];
  const shown = sides.filter((s) => s.ways.length > 0);
  if (shown.length === 0) return <EmptyState description={t('none')} />;
  return (
    <Tabs
      tabPlacement={narrow ? 'top' : 'start'}
      destroyOnHidden
      defaultActiveKey={pending ? 'Transfer' : undefined}
      items={shown.map(({ key, label, ways }) => ({
        key,
        label,
        children: (
          <Tabs
            destroyOnHidden
            defaultActiveKey={pending && key === 'Transfer' ? String(pending.payType) : undefined}
            items={ways.map((w) => ({
              key: String(w.key),
              label: w.label,
              children: w.body,
              disabled: pending !== undefined && key === 'Transfer' && w.key !== pending.payType,
            }))}
          />
        ),
      }))}
    />
  );
}

type Side = { key: string; label: string; ways: { key: number; label: string; body: ReactNode }[] };
