'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { navigate } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import { useErrorText } from './useErrorText';

/** Sends a link to a new password by email, or tells who creates one where the platform sends none. */
export default function Forgot() {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const mails = useQuery({ ...get('/oauth/forgot'), retry: false });
  const [missing, setMissing] = useState(false);
  const send = useApiMutation((body: BodyOf<'post', '/oauth/forgot'>) => request('post', '/oauth/forgot', { body }), {
    quiet: true,
    single: true,
  });
  useEffect(() => {
    document.title = `${t('forgotTitle')} - Herald`;
  }, [t]);

  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const username = String(new FormData(e.currentTarget).get('username')).trim();
    setMissing(!username);
    if (username) send.mutate({ username });
  };
  const signIn = (
    <button type="button" className={css.submit} onClick={() => navigate('/user/login', { replace: true })}>
      {t('toSignIn')}
    </button>
  );
  if (mails.isPending) return <Frame title={t('forgotTitle')}>{null}</Frame>;
  if (!mails.data?.email)
    return (
      <Frame title={t('forgotTitle')} hint={t('forgotText')}>
        {signIn}
      </Frame>
    );
  if (send.isSuccess)
    return (
      <Frame title={t('forgotSentTitle')} hint={t('forgotSent')}>
        {signIn}
      </Frame>
    );
  return (
    <Frame title={t('forgotTitle')} hint={t('forgotHint')}>
      <form onSubmit={submit} noValidate>
        <Field
          name="username"
          label={t('username')}
          autoComplete="username"
          maxLength={64}
          error={missing ? t('required', { field: t('username') }) : undefined}
          onChange={() => setMissing(false)}
        />
        <p role="alert" className={css.alert}>
          {send.error ? errorText(send.error) : null}
        </p>
        <button type="submit" className={css.submit} disabled={send.isPending}>
          {t('forgotSubmit')}
        </button>
        <p className={css.other}>{t('forgotNoEmail')}</p>
        <p className={css.other}>
          <Link to="/user/login">{t('toSignIn')}</Link>
        </p>
      </form>
    </Frame>
  );
}
