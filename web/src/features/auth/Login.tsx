'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { type Step, stepOf } from '@/kit/account/secondStep';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { lazyModule } from '@/lib/router/lazyModule';
import { ROUTE } from '@/lib/router/routes';
import { useSession } from '@/lib/session';
import { forgetSignOutProblem, signOutProblem } from '@/lib/signOut';
import { Link } from '@/ui/Link';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import { useErrorText } from './useErrorText';

const SecondStep = lazyModule(() => import('./SecondStep'), ['auth']);

/** `preload` loads the shell while the name and the password are typed. */
export default function Login({ preload }: { preload: () => Promise<unknown> }) {
  const t = useTranslations('auth');
  const shell = useTranslations('shell');
  const errorText = useErrorText();
  const signIn = useSession((s) => s.signIn);
  const ended = useSession((s) => s.ended);
  const renewed = useSession((s) => s.renewed);
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const [problem] = useState(signOutProblem);
  const [step, setStep] = useState<Step | null>(null);
  const [stopped, setStopped] = useState<unknown>();
  const login = useApiMutation((body: BodyOf<'post', '/oauth/login'>) => request('post', '/oauth/login', { body }), {
    quiet: true,
    single: true,
    onDone: signIn,
    onFailed: (e) => setStep(stepOf(e)),
  });

  useEffect(forgetSignOutProblem, []);
  useEffect(() => {
    document.title = `${t('signIn')} - Herald`;
  }, [t]);

  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget);
    const body = { username: String(form.get('username')).trim(), password: String(form.get('password')) };
    const required = (name: 'username' | 'password') => (body[name] ? undefined : t('required', { field: t(name) }));
    const found = { username: required('username'), password: required('password') };
    setMissing(found);
    setStopped(undefined);
    if (!found.username && !found.password) login.mutate(body);
  };

  const back = (error?: unknown) => {
    login.reset();
    setStep(null);
    setStopped(error);
  };
  if (step) return <SecondStep step={step} onBack={back} />;
  const failed = login.error ?? stopped;
  return (
    <Frame title={t('signIn')} hint={t('product')}>
      <form onSubmit={submit} onFocus={() => void preload().catch(() => {})} noValidate>
        <Field name="username" label={t('username')} autoComplete="username" error={missing.username} />
        <Field
          name="password"
          label={t('password')}
          type="password"
          autoComplete="current-password"
          error={missing.password}
        />
        {renewed && !failed && (
          <p role="status" className={css.told}>
            {t('renewed')}
          </p>
        )}
        <p role="alert" className={css.alert}>
          {failed ? errorText(failed) : problem ? t('signOutFailed', { why: problem }) : ended && t('ended')}
        </p>
        <button type="submit" className={css.submit} disabled={login.isPending}>
          {login.isPending ? t('signingIn') : t('signIn')}
        </button>
        <p className={css.other}>
          <Link to="/user/forgot">{t('forgot')}</Link>
        </p>
        <p className={css.other}>
          {t('noAccount')} <Link to="/user/register">{t('register')}</Link>
        </p>
        <p className={css.other}>
          <Link to={ROUTE.status}>{shell('status.title')}</Link>
        </p>
      </form>
    </Frame>
  );
}
