import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useApp } from '@/lib/toasts';
import css from './cell.module.css';

/** An identifier: an order number, a hash. The button that copies it is shown on hover and focus, over what follows. */
export function Identifier({ text }: { text: string }) {
  const t = useTranslations('table');
  const { message } = useApp();
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => message.error(t('copyFailed')),
    );
  return (
    <span className={css.identifier}>
      <code>{text}</code>
      <button
        type="button"
        aria-label={t('copyText', { text })}
        title={t(copied ? 'copied' : 'copy')}
        onClick={copy}
        onBlur={() => setCopied(false)}
      >
        {copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
    </span>
  );
}
