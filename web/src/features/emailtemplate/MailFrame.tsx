import { useTranslations } from 'next-intl';
import type { Preview } from './calls';
import { framed, type Shape } from './framed';
import css from './preview.module.css';

type Props = { preview: Preview; shape: Shape; dark: boolean };

/** The compiled email in a frame that runs no scripts and leads nowhere. */
export function MailFrame({ preview, shape, dark }: Props) {
  const t = useTranslations('emaileditor.previewing');
  if (shape === 'text')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable by keyboard
      <pre className={css.text} tabIndex={0}>
        {preview.text}
      </pre>
    );
  return (
    <div className={css.device} data-shape={shape} data-dark={dark}>
      <div className={css.subject}>
        <b>{preview.subject || t('noSubject')}</b>
        {preview.preheader && <span>{preview.preheader}</span>}
      </div>
      <iframe title={t('frame')} sandbox="" srcDoc={framed(preview.html, dark)} />
    </div>
  );
}
