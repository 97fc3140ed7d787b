import { useTranslations } from 'next-intl';
import { framed, type Shape } from './framed';
import type { Mail } from './mail';
import css from './mail.module.css';

type Props = { mail: Mail; shape: Shape; dark: boolean };

/** The compiled email in a frame that runs no scripts and leads nowhere. */
export function MailFrame({ mail, shape, dark }: Props) {
  const t = useTranslations('mail');
  if (shape === 'text')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable by keyboard
      <pre className={css.text} tabIndex={0}>
        {mail.text}
      </pre>
    );
  return (
    <div className={css.device} data-shape={shape} data-dark={dark}>
      <div className={css.subject}>
        <b>{mail.subject || t('noSubject')}</b>
        {mail.preheader && <span>{mail.preheader}</span>}
      </div>
      <iframe title={t('frame')} sandbox="" srcDoc={framed(mail.html, dark)} />
    </div>
  );
}
