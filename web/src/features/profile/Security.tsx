import { CopyOutlined } from '@ant-design/icons';
import { App, Button, Flex, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Can } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useSend } from '@/kit/api/useSend';
import { PageModal } from '@/kit/modal/PageModal';
import { Panel } from '@/kit/page/Page';
import css from './profile.module.css';

const PasswordModal = lazy(() => import('@/auth/PasswordModal'));

type Made = { appKey: string; security: string };
const NONE: Made = { appKey: '', security: '' };

/** The password (admins alone change it, platform-services §6) and the secret of the API. */
export function Security() {
  const t = useTranslations('profile');
  const [asked, setAsked] = useState(false);
  const [changing, setChanging] = useState(false);
  const [made, setMade] = useState<Made>(NONE);
  const renew = useSend<Made>({ onDone: setMade });
  return (
    <Panel title={t('security')}>
      <Can types={[1]}>
        <Row title={t('password')} text={t('passwordText')}>
          <Button
            onClick={() => {
              setAsked(true);
              setChanging(true);
            }}
          >
            {t('password')}
          </Button>
        </Row>
      </Can>
      <Can types={[2, 3, 11]}>
        <Row title={t('secret')} text={t('secretText')}>
          <ActionButton
            confirm={{ title: t('secretAsk'), content: t('secretAskText') }}
            onAct={() => renew.mutateAsync({ method: 'put', path: '/pi/personal/info/refresh/security' })}
          >
            {t('secretNew')}
          </ActionButton>
        </Row>
      </Can>
      {asked && (
        <Suspense>
          <PasswordModal open={changing} onClose={() => setChanging(false)} />
        </Suspense>
      )}
      <Secret of={made} onClose={() => setMade(NONE)} />
    </Panel>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Flex className={css.row} gap={16} align="center" wrap>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </Flex>
  );
}

/** Shown once; whoever closes it has it, or makes a new one. */
function Secret({ of, onClose }: { of: Made; onClose: () => void }) {
  const t = useTranslations('profile');
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(of.security);
    message.success(t('copied'));
  };
  return (
    <PageModal
      open={of.security !== ''}
      title={t('secret')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('kept')}
        </Button>
      }
    >
      <p>{t('secretOnce')}</p>
      <p>
        {t('appKey')} <code>{of.appKey}</code>
      </p>
      <Flex gap={8}>
        <Input readOnly value={of.security} aria-label={t('secret')} className={css.secret} />
        <Button icon={<CopyOutlined />} onClick={copy}>
          {t('copy')}
        </Button>
      </Flex>
    </PageModal>
  );
}
