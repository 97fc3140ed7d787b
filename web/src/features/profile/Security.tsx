import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Can } from '@/kit/access/Can';
import { Panel } from '@/kit/page/Page';
import { lazyModule } from '@/lib/router/lazyModule';
import css from './profile.module.css';
import { TwoFactor } from './TwoFactor';

const PasswordModal = lazyModule(() => import('./PasswordModal'), ['antd', 'auth']);

/** The ways to protect the account: two-factor sign-in, and for admins the password (platform-services §6). */
export function Security() {
  const t = useTranslations('profile');
  return (
    <Panel title={t('security')}>
      <Can types={[1]}>
        <Password />
      </Can>
      <TwoFactor />
    </Panel>
  );
}

function Password() {
  const t = useTranslations('profile');
  const [asked, setAsked] = useState(false);
  const [changing, setChanging] = useState(false);
  const change = () => {
    setAsked(true);
    setChanging(true);
  };
  return (
    <>
      <Flex className={css.row} gap={16} align="center" wrap>
        <div>
          <h3>{t('password')}</h3>
          <p>{t('passwordText')}</p>
        </div>
        <Button onClick={change}>{t('password')}</Button>
      </Flex>
      {asked && (
        <Suspense>
          <PasswordModal open={changing} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
