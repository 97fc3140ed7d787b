import { Button, Modal } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PAY } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { AmountForm, Effect, usePrice } from './AmountForm';
import { type Currency, type Info, NAMES, type TopUpMethod, transferAmount, YUAN } from './methods';
import css from './topup.module.css';
import { usePage } from './usePage';

type Props = { way: TopUpMethod; info: Info; missing?: number; onOpened: (orderId: string) => void };

/** Payment on a page of the provider in a window of its own: the payment app's for one amount, a gateway's for any. */
export function PagePay({ way, info, missing, onOpened }: Props) {
  const t = useTranslations('topup');
  const f = useFormat();
  const price = usePrice();
  const { open, busy } = usePage(way, onOpened);
  const [asked, setAsked] = useState<{ credits: number; currency: Currency } | null>(null);
  const app = t(`ways.${NAMES[way.payType] ?? 'gateway'}`);
  if (way.payType === PAY.transfer) {
    const credits = transferAmount(way);
    return (
      <div className={css.form}>
        <Steps />
        <Effect info={info} credits={credits} />
        <Button type="primary" size="large" block loading={busy} onClick={() => open(credits, YUAN)}>
          {t('toPage')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <AmountForm
        way={way}
        info={info}
        missing={missing}
        submit={t('toPage')}
        busy={busy}
        onSubmit={(credits, currency) => setAsked({ credits, currency })}
      />
      <Modal
        open={asked !== null}
        title={t('leaveTitle', { yuan: price(asked?.credits ?? 0, asked?.currency) })}
        okText={t('toPage')}
        onCancel={() => setAsked(null)}
        onOk={() => {
          setAsked(null);
          if (asked) open(asked.credits, asked.currency);
        }}
      >
        {t('leaveText', { app, credits: f.credits(asked?.credits ?? 0) })}
      </Modal>
    </>
  );
}

function Steps() {
  const t = useTranslations('topup');
  return (
    <ol className={css.steps}>
      {(['open', 'pay', 'back'] as const).map((step) => (
        <li key={step}>{t(`steps.${step}`)}</li>
      ))}
    </ol>
  );
}
