import { Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import type { Shape } from './framed';
import { MailFrame } from './MailFrame';
import type { Mail } from './mail';
import css from './mail.module.css';

type Props = {
  mail: Mail | undefined;
  error?: unknown;
  onRetry?: () => unknown;
  /** What is shown first. */
  first?: Shape;
};

/** An email as mailboxes show it: at a desk, on a phone, as plain text, light and dark. */
export function MailStage({ mail, error, onRetry, first = 'desktop' }: Props) {
  const t = useTranslations('mail');
  const [asked, setShape] = useState<Shape>(first);
  const [dark, setDark] = useState(false);
  const plain = mail !== undefined && !mail.html;
  const shape = plain ? 'text' : asked;
  return (
    <>
      {!plain && (
        <div className={css.bar}>
          <Segmented
            aria-label={t('shape')}
            value={shape}
            options={(['desktop', 'phone', 'text'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={setShape}
          />
          <Segmented
            aria-label={t('scheme')}
            value={dark}
            disabled={shape === 'text'}
            options={[
              { value: false, label: t('light') },
              { value: true, label: t('dark') },
            ]}
            onChange={setDark}
          />
        </div>
      )}
      {error ? (
        <ErrorAlert error={error} onRetry={onRetry} />
      ) : mail ? (
        <MailFrame mail={mail} shape={shape} dark={dark} />
      ) : (
        <Skeleton active className={css.wait} />
      )}
    </>
  );
}
