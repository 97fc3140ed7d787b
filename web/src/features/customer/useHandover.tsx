import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { type InitialPasswordInfo, useInitialRule } from '@/kit/account/initialPassword';
import { CopyField } from '@/kit/cell/CopyField';
import { DescriptionList } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import { initialPassword } from './customer';
import css from './customer.module.css';

type Created = { name: string; phone: string };

/** What a new customer needs for its first sign-in; a random password is in no other place. */
function Handover({ phone, password, until }: { phone: string; password: string; until: string }) {
  const t = useTranslations('customer');
  const address = `${window.location.origin}/user/login`;
  const all = [`${t('signInAt')}: ${address}`, `${t('phone')}: ${phone}`, `${t('password')}: ${password}`].join('\n');
  return (
    <>
      <Alert className={css.given} type="warning" showIcon title={until} />
      <DescriptionList
        items={[
          { label: t('signInAt'), value: <CopyField text={address} /> },
          { label: t('phone'), value: <CopyField text={phone} /> },
          { label: t('password'), value: <CopyField text={password} /> },
        ]}
      />
      <p className={css.foot}>
        {t('copyAll')} <CopyField text={all} />
      </p>
    </>
  );
}

/** Shows the first sign-in of a customer that was just created, once, until it is closed. */
export function useHandover() {
  const t = useTranslations('customer');
  const form = useTranslations('form');
  const f = useFormat();
  const { modal } = useApp();
  const { hours } = useInitialRule();
  return (answer: unknown, { name, phone }: Created) => {
    const { password, passwordUntil } = (answer ?? {}) as InitialPasswordInfo;
    const until = password
      ? form('initialText', { until: f.time(passwordUntil) })
      : t('handoverPhone', { hours: String(hours) });
    void modal.confirm({
      title: t('handoverTitle', { name }),
      content: <Handover phone={phone} password={password ?? initialPassword(phone)} until={until} />,
      footer: (_, { OkBtn }) => <OkBtn />,
      mask: { closable: false },
      keyboard: false,
      stays: true,
      width: 560,
    });
  };
}
