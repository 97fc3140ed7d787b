'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { Strength } from '@/kit/account/Strength';
import { isApiError } from '@/lib/api/error';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';
import { navigate } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import { regions } from './regions';
import { problemsOf, type Registration, tidy } from './registration';
import { useErrorText } from './useErrorText';

type Wrong = Partial<Record<keyof Registration, string>>;

/** Self-registration of a customer; `?code=` names the referrer. */
export default function Register() {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const [wrong, setWrong] = useState<Wrong>({});
  const [password, setPassword] = useState('');
  const [code] = useState(() => new URLSearchParams(window.location.search).get('code') ?? '');
  const register = useApiMutation(
    (body: BodyOf<'post', '/oauth/register'>) => request('post', '/oauth/register', { body }),
    {
      quiet: true,
      single: true,
      onFailed: (e) => isApiError(e) && setWrong(Object.fromEntries(e.errors.map((f) => [f.field, f.message]))),
      onDone: ({ status }) => navigate(`/user/register-result?status=${status}`, { replace: true }),
    },
  );
  useEffect(() => {
    document.title = `${t('registerTitle')} - Herald`;
  }, [t]);

  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const body = tidy(new FormData(e.currentTarget));
    const label = (name: string) =>
      t(name === 'username' ? 'phone' : name === 'confirmPass' ? 'confirmPassword' : (name as 'name'));
    const found = Object.entries(problemsOf(body)).map(([name, problem]) => [
      name,
      t(problem, { field: label(name), n: LIMITS.passwordLength }),
    ]);
    setWrong(Object.fromEntries(found));
    // The first field of the form that is wrong.
    if (found.length > 0) {
      const wrongs = found.map(([name]) => `[name=${name}]`).join(',');
      return e.currentTarget.querySelector<HTMLElement>(wrongs)?.focus();
    }
    register.mutate(body);
  };
  const named = isApiError(register.error) && register.error.errors.length > 0;
  return (
    <Frame title={t('registerTitle')} hint={t('registerHint')} wide>
      <form onSubmit={submit} noValidate>
        <div className={css.pair}>
          <Field name="name" label={t('name')} autoComplete="name" maxLength={50} error={wrong.name} />
          <Region error={wrong.countryCode} />
          <Field
            name="username"
            label={t('phone')}
            type="tel"
            autoComplete="tel-national"
            error={wrong.username}
            note={t('phoneNote')}
          />
          <Field name="email" label={t('email')} type="email" autoComplete="email" error={wrong.email} />
          <Field
            name="password"
            label={t('password')}
            type="password"
            autoComplete="new-password"
            error={wrong.password}
            note={password ? <Strength password={password} /> : t('rule', { n: LIMITS.passwordLength })}
            onChange={(e) => {
              setPassword(e.target.value);
              setWrong({ ...wrong, password: undefined });
            }}
          />
          <Field
            name="confirmPass"
            label={t('confirmPassword')}
            type="password"
            autoComplete="new-password"
            error={wrong.confirmPass}
          />
          <Field name="companyName" label={t('companyName')} autoComplete="organization" error={wrong.companyName} />
          <Field name="recommendCode" label={t('recommendCode')} defaultValue={code} error={wrong.recommendCode} />
        </div>
        <p role="alert" className={css.alert}>
          {register.error && !named && errorText(register.error)}
        </p>
        <button type="submit" className={css.submit} disabled={register.isPending}>
          {register.isPending ? t('registering') : t('register')}
        </button>
        <p className={css.other}>
          {t('hasAccount')} <Link to="/user/login">{t('signIn')}</Link>
        </p>
      </form>
    </Frame>
  );
}

function Region({ error }: { error?: string }) {
  const t = useTranslations('auth');
  const id = useId();
  const locale = useLocale();
  const all = useMemo(() => regions(locale), [locale]);
  return (
    <div className={css.field}>
      <label htmlFor={id}>{t('countryCode')}</label>
      <div className={css.box}>
        <select
          id={id}
          name="countryCode"
          autoComplete="country"
          defaultValue=""
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        >
          <option value="" disabled>
            {t('chooseCountry')}
          </option>
          {all.map((r) => (
            <option key={r.code} value={r.code}>
              {r.name}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-note`} className={error ? css.error : css.note}>
        {error}
      </p>
    </div>
  );
}
