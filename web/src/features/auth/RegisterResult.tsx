'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { navigate } from '@/lib/router/navigate';
import css from './auth.module.css';
import { Frame } from './Frame';

/** Result of a registration: ready at once, or waiting for staff (`?status=locked`). */
export default function RegisterResult() {
  const t = useTranslations('auth');
  const locked = new URLSearchParams(window.location.search).get('status') === 'locked';
  const title = t(locked ? 'resultLocked' : 'resultActive');
  useEffect(() => {
    document.title = `${title} - Herald`;
  }, [title]);
  return (
    <Frame title={title}>
      <div className={css.done} data-status={locked ? 'locked' : 'active'}>
        <svg viewBox="0 0 56 56" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="3">
          <circle cx="28" cy="28" r="25" />
          <path d={locked ? 'M28 15v14l9 6' : 'M17 29l8 8 15-17'} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        <p>{t(locked ? 'resultLockedText' : 'resultActiveText')}</p>
        <button type="button" className={css.submit} onClick={() => navigate('/user/login', { replace: true })}>
          {t('toSignIn')}
        </button>
      </div>
    </Frame>
  );
}
