import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useApp } from '@/lib/toasts';
import css from './buildgroup.module.css';

/** The way into a group, and a button that takes it along. */
export function CopyLink({ link, name }: { link: string; name: string }) {
  const t = useTranslations('buildgroup');
  const form = useTranslations('form');
  const { message } = useApp();
  const [taken, setTaken] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => {
        setTaken(true);
        message.success(form('copied'));
      },
      () => message.error(t('copyFailed')),
    );
  return (
    <span className={css.link}>
      <a href={link} target="_blank" rel="noreferrer" title={link}>
        {link.replace(/^https:\/\//, '')}
      </a>
      <Button
        type="text"
        size="small"
        icon={taken ? <CheckOutlined /> : <CopyOutlined />}
        aria-label={t('copyLink', { name })}
        onClick={copy}
      />
    </span>
  );
}
