import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useApp } from '@/lib/toasts';
import type { Me } from './me';
import css from './profile.module.css';

/** Whether staff verified the account, and the button that asks them to. */
export function Verification({ me }: { me: Me }) {
  const t = useTranslations('profile');
  const { message } = useApp();
  const submission = useApiMutation(() => request('post', '/pi/personal/info/verification'), {
    changes: ['/pi/personal/info'],
    onDone: () => message.success(t('verificationSent')),
  });
  if (me.verified) return t('verified');
  if (me.verificationRequested)
    return (
      <>
        {t('verificationRequested')}
        <p className={css.hint}>{t('verificationWait')}</p>
      </>
    );
  return (
    <>
      <Flex gap={12} align="center" wrap>
        {t('notVerified')}
        <Button size="small" loading={submission.isPending} onClick={() => submission.mutate()}>
          {t('requestVerification')}
        </Button>
      </Flex>
      <p className={css.hint}>{t('verificationHint')}</p>
    </>
  );
}
