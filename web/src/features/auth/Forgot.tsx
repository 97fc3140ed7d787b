'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { navigate } from '@/lib/router/navigate';
import css from './auth.module.css';
import { Frame } from './Frame';

/** Tells how to get a link to a new password: those who manage the account create it. */
export default function Forgot() {
  const t = useTranslations('auth');
  useEffect(() => {
    document.title = `${t('forgotTitle')} - Herald`;
  }, [t]);
  return (
    <Frame title={t('forgotTitle')} hint={t('forgotText')}>
      <button type="button" className={css.submit} onClick={() => navigate('/user/login', { replace: true })}>
        {t('toSignIn')}
      </button>
    </Frame>
  );
}
