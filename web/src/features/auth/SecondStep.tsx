'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Step, saveCodes, stepEnded } from '@/kit/account/secondStep';
import { Qr } from '@/kit/pay/Qr';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf, Data } from '@/lib/api/types';
import { useSession } from '@/lib/session';
import css from './auth.module.css';
import { Field } from './Field';
import { Frame } from './Frame';
import step from './secondStep.module.css';
import { useErrorText } from './useErrorText';

type Props = { step: Step; onBack: (error?: unknown) => void };

/** The step of a sign-in after the password: a code of the app, or setting two-factor sign-in up. */
export default function SecondStep({ step: { kind, ticket }, onBack }: Props) {
  return kind === 'code' ? <Code ticket={ticket} onBack={onBack} /> : <Enrol ticket={ticket} onBack={onBack} />;
}

type PartProps = { ticket: string; onBack: Props['onBack'] };

function Code({ ticket, onBack }: PartProps) {
  const t = useTranslations('auth');
  const signIn = useSession((s) => s.signIn);
  const [recovery, setRecovery] = useState(false);
  const send = useApiMutation(
    (body: BodyOf<'post', '/oauth/login/code'>) => request('post', '/oauth/login/code', { body }),
    {
      quiet: true,
      single: true,
      onDone: signIn,
      onFailed: (e) => stepEnded(e) && onBack(e),
    },
  );
  const change = () => {
    send.reset();
    setRecovery(!recovery);
  };
  return (
    <Frame title={t('codeTitle')} hint={t(recovery ? 'recoveryHint' : 'codeHint')}>
      <CodeForm
        key={String(recovery)}
        recovery={recovery}
        submit={t(send.isPending ? 'signingIn' : 'signIn')}
        busy={send.isPending}
        error={send.error}
        onCode={(code) => send.mutate({ ticket, code })}
      />
      <button type="button" className={css.link} onClick={change}>
        {t(recovery ? 'useApp' : 'useRecovery')}
      </button>
      <button type="button" className={css.link} onClick={() => onBack()}>
        {t('otherAccount')}
      </button>
    </Frame>
  );
}

type FormProps = {
  recovery?: boolean;
  submit: string;
  busy: boolean;
  error: unknown;
  onCode: (code: string) => void;
};

/** One field for a code. Blanks and hyphens of a pasted code do no harm. */
function CodeForm({ recovery = false, submit, busy, error, onCode }: FormProps) {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const label = t(recovery ? 'recoveryCode' : 'code');
  const send = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const code = String(new FormData(e.currentTarget).get('code')).trim();
    setMissing(!code);
    if (code) onCode(code);
  };
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Field
        name="code"
        label={label}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        error={missing ? t('required', { field: label }) : undefined}
      />
      <p role="alert" className={css.alert}>
        {error ? errorText(error) : null}
      </p>
      <button type="submit" className={css.submit} disabled={busy}>
        {submit}
      </button>
    </form>
  );
}

type Enrolled = Data<'post', '/oauth/login/enrol/confirm'>;

function Enrol({ ticket, onBack }: PartProps) {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const [done, setDone] = useState<Enrolled | null>(null);
  const onFailed = (e: unknown) => stepEnded(e) && onBack(e);
  const begin = useApiMutation(() => request('post', '/oauth/login/enrol', { body: { ticket } }), {
    quiet: true,
    single: true,
    onFailed,
  });
  const confirm = useApiMutation(
    (code: string) => request('post', '/oauth/login/enrol/confirm', { body: { ticket, code } }),
    { quiet: true, single: true, onDone: setDone, onFailed },
  );
  if (done) return <Recovery session={done} />;
  const secret = begin.data;
  return (
    <Frame title={t('enrolTitle')} hint={t(secret ? 'scanHint' : 'enrolHint')}>
      {secret ? (
        <>
          <p className={step.code}>
            <Qr text={secret.uri} label={t('qr')} />
          </p>
          <p className={css.note}>{t('typeSecret')}</p>
          <p className={step.secret}>{secret.secret}</p>
          <CodeForm
            submit={t('turnOn')}
            busy={confirm.isPending}
            error={confirm.error}
            onCode={(code) => confirm.mutate(code)}
          />
        </>
      ) : (
        <>
          <p role="alert" className={css.alert}>
            {begin.error ? errorText(begin.error) : null}
          </p>
          <button type="button" className={css.submit} disabled={begin.isPending} onClick={() => begin.mutate()}>
            {t('setUp')}
          </button>
        </>
      )}
      <button type="button" className={css.link} onClick={() => onBack()}>
        {t('otherAccount')}
      </button>
    </Frame>
  );
}

/** The recovery codes, which are shown once, before the console opens. */
function Recovery({ session }: { session: Enrolled }) {
  const t = useTranslations('auth');
  const signIn = useSession((s) => s.signIn);
  const codes = session.recoveryCodes ?? [];
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <Frame title={t('recoveryTitle')} hint={t('recoveryText')}>
      <ul className={step.codes} translate="no">
        {codes.map((c) => (
          <li key={c}>{c}</li>
        ))}
      </ul>
      <p className={step.pair}>
        <button type="button" className={css.link} onClick={copy}>
          {t(copied ? 'codesCopied' : 'copyCodes')}
        </button>
        <button type="button" className={css.link} onClick={() => saveCodes(codes)}>
          {t('downloadCodes')}
        </button>
      </p>
      <button type="button" className={css.submit} onClick={() => signIn(session)}>
        {t('codesKept')}
      </button>
    </Frame>
  );
}
