import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { lazyModule } from '@/lib/router/lazyModule';
import css from './profile.module.css';

const EnrolModal = lazyModule(() => import('./EnrolModal'), ['antd', 'auth']);
const CodeModal = lazyModule(() => import('./CodeModal'), ['antd', 'auth']);

type Open = 'enrol' | 'codes' | 'off';

/** The state of the user's two-factor sign-in, with what can be done about it. */
export function TwoFactor() {
  const t = useTranslations('profile');
  const f = useFormat();
  const state = useQuery(get('/oauth/twofactor')).data;
  const [open, setOpen] = useState<Open | null>(null);
  const [asked, setAsked] = useState(false);
  const start = (what: Open) => () => {
    setAsked(true);
    setOpen(what);
  };
  const close = () => setOpen(null);
  return (
    <>
      <Flex className={css.row} gap={16} align="center" wrap>
        <div>
          <h3>{t('twoFactor')}</h3>
          <p>
            {state?.enabled
              ? t('twoFactorOn', { date: f.time(state.since), n: state.recoveryCodes })
              : t(state?.required ? 'twoFactorRequired' : 'twoFactorText')}
          </p>
        </div>
        {state && !state.enabled && <Button onClick={start('enrol')}>{t('twoFactorEnrol')}</Button>}
        {state?.enabled && (
          <Flex gap={8} wrap>
            <Button onClick={start('codes')}>{t('newCodes')}</Button>
            <Button danger onClick={start('off')}>
              {t('turnOff')}
            </Button>
          </Flex>
        )}
      </Flex>
      {asked && (
        <Suspense>
          <EnrolModal open={open === 'enrol'} onClose={close} />
          <CodeModal open={open === 'codes' || open === 'off'} off={open === 'off'} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
