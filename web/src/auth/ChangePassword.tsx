'use client';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { LIMITS } from '@/core/constants';
import { call } from '@/kit/api/client';
import { isApiError } from '@/kit/api/error';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import { useSession } from './session';
import { strength } from './strength';
import { useErrorText } from './useErrorText';

type Name = 'oldPass' | 'newPass' | 'confirmPass';
type Passwords = Record<Name, string>;

/** A change ends every session, so the new password signs in again at once. */
async function change(body: Passwords) {
  const { username } = await call('get', '/oauth/getUser');
  await call('put', '/pi/personal/info/pass', { body });
  useSession.getState().signIn(await call('post', '/oauth/login', { body: { username, password: body.newPass } }));
}

/** Shown instead of the console while an account has its initial password (decisions §3). */
export default function ChangePassword() {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const [fresh, setFresh] = useState('');
  const [wrong, setWrong] = useState<Partial<Passwords>>({});
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: change,
    onError: (e) => isApiError(e) && setWrong(Object.fromEntries(e.errors.map((f) => [f.field, f.message]))),
  });
  useEffect(() => {
    document.title = `${t('changeTitle')} - Herald`;
  }, [t]);

  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const body = Object.fromEntries(new FormData(e.currentTarget)) as Passwords;
    const found: Partial<Passwords> = {};
    for (const name of ['oldPass', 'newPass', 'confirmPass'] as const) {
      if (!body[name]) found[name] = t('required', { field: t(name) });
    }
    if (!found.newPass && body.newPass.length < LIMITS.passwordLength)
      found.newPass = t('short', { n: LIMITS.passwordLength });
    if (!found.confirmPass && body.confirmPass !== body.newPass) found.confirmPass = t('mismatch');
    setWrong(found);
    if (Object.keys(found).length === 0) save.mutate(body);
  };

  const field = (name: Name, autoComplete: string) => (
    <Field name={name} label={t(name)} type="password" autoComplete={autoComplete} error={wrong[name]} />
  );
  const named = isApiError(save.error) && save.error.errors.length > 0;
  return (
    <Frame title={t('changeTitle')} hint={t('changeHint')}>
      <form onSubmit={submit} noValidate>
        {field('oldPass', 'current-password')}
        <Field
          name="newPass"
          label={t('newPass')}
          type="password"
          autoComplete="new-password"
          error={wrong.newPass}
          note={fresh ? t('strength', { level: t(strength(fresh)) }) : t('rule', { n: LIMITS.passwordLength })}
          onChange={(e) => setFresh(e.target.value)}
        />
        {field('confirmPass', 'new-password')}
        <p role="alert" className={css.alert}>
          {save.error && !named && errorText(save.error)}
        </p>
        <button type="submit" className={css.submit} disabled={save.isPending}>
          {t('changeSubmit')}
        </button>
        <button type="button" className={css.link} onClick={() => useSession.getState().clear()}>
          {t('otherAccount')}
        </button>
      </form>
    </Frame>
  );
}
