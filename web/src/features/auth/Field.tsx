import { useTranslations } from 'next-intl';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import css from './auth.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { label: string; error?: string; note?: ReactNode };

/** A labelled native input with its error below; a password can be looked at. */
export function Field({ label, error, note, type, ...input }: Props) {
  const t = useTranslations('auth');
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          {...input}
          id={id}
          type={secret && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        {secret && (
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? t('hide') : t('show')}
          </button>
        )}
      </div>
      <p id={`${id}-note`} className={error ? css.error : css.note}>
        {error ?? note}
      </p>
    </div>
  );
}
