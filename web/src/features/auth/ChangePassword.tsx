'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { changePassword, type Passwords, problemsOf } from '@/kit/account/password';
import { Strength } from '@/kit/account/Strength';
import { isApiError } from '@/lib/api/error';
import { useWork } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { LIMITS } from '@/lib/constants';
import { useSession } from '@/lib/session';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import { useErrorText } from './useErrorText';

type Name = keyof Passwords;

/** Shown instead of the console while an account has its initial password (decisions §3). */
export default function ChangePassword() {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const login = useQuery(get('/oauth/getUser')).data?.username ?? '';
  const [fresh, setFresh] = useState('');
  const [wrong, setWrong] = useState<Partial<Passwords>>({});
  const save = useWork(changePassword, {
    quiet: true,
    onFailed: (e) => isApiError(e) && setWrong(Object.fromEntries(e.errors.map((f) => [f.field, f.message]))),
  });
  useEffect(() => {
    document.title = `${t('changeTitle')} - Herald`;
  }, [t]);

  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const body = Object.fromEntries(new FormData(e.currentTarget)) as Passwords;
    const found = Object.entries(problemsOf(body, login)).map(([name, problem]) => [
      name,
      t(problem, { field: t(name as Name), n: LIMITS.passwordLength }),
    ]);
    setWrong(Object.fromEntries(found));
    if (found.length === 0) save.mutate(body);
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
          note={fresh ? <Strength password={fresh} /> : t('rule', { n: LIMITS.passwordLength })}
          onChange={(e) => {
            setFresh(e.target.value);
            setWrong({ ...wrong, newPass: undefined });
          }}
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
