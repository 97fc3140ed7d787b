'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { Strength } from '@/kit/account/Strength';
import { isApiError } from '@/lib/api/error';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';
import { navigate } from '@/lib/router/navigate';
import { useSession } from '@/lib/session';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import { useErrorText } from './useErrorText';

type Wrong = { newPass?: string; confirmPass?: string };

/** Chooses a new password by a link. Its secret is behind the `#`, which browsers send to no server. */
export default function Reset() {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const follow = () => setToken(window.location.hash.slice(1)); // a newer link in the same tab
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const [fresh, setFresh] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const reset = useApiMutation((body: BodyOf<'post', '/oauth/reset'>) => request('post', '/oauth/reset', { body }), {
    quiet: true,
    single: true,
    onDone: () => useSession.getState().clear(),
    onFailed: (e) => isApiError(e) && setWrong(Object.fromEntries(e.errors.map((f) => [f.field, f.message]))),
  });
  useEffect(() => {
    document.title = `${t('resetTitle')} - Herald`;
  }, [t]);

  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget);
    const body = { token, newPass: String(form.get('newPass')), confirmPass: String(form.get('confirmPass')) };
    const found: Wrong = {};
    if (!body.newPass) found.newPass = t('required', { field: t('newPass') });
    else if (body.newPass !== body.confirmPass) found.confirmPass = t('mismatch');
    setWrong(found);
    if (Object.keys(found).length === 0) reset.mutate(body);
  };
  const signIn = (
    <button type="button" className={css.submit} onClick={() => navigate('/user/login', { replace: true })}>
      {t('toSignIn')}
    </button>
  );
  if (!token)
    return (
      <Frame title={t('resetTitle')} hint={t('resetNoLink')}>
        {signIn}
      </Frame>
    );
  if (reset.isSuccess)
    return (
      <Frame title={t('changed')} hint={t('resetDone')}>
        {signIn}
      </Frame>
    );
  return (
    <Frame title={t('resetTitle')} hint={t('resetHint')}>
      <form onSubmit={submit} noValidate>
        <Field
          name="newPass"
          label={t('newPass')}
          type="password"
          autoComplete="new-password"
          error={wrong.newPass}
          note={fresh ? <Strength password={fresh} /> : t('rule', { n: LIMITS.passwordLength })}
          onChange={(e) => {
            setFresh(e.target.value);
            setWrong({ ...wrong, newPass: undefined });
          }}
        />
        <Field
          name="confirmPass"
          label={t('confirmPass')}
          type="password"
          autoComplete="new-password"
          error={wrong.confirmPass}
        />
        <p role="alert" className={css.alert}>
          {reset.error && !wrong.newPass && !wrong.confirmPass ? errorText(reset.error) : null}
        </p>
        <button type="submit" className={css.submit} disabled={reset.isPending}>
          {t('resetSubmit')}
        </button>
      </form>
    </Frame>
  );
}
