import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { textOf } from '@/kit/feedback';
import css from './welcome.module.css';

/** A part of the page did not come. */
export function Problem({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const t = useTranslations('welcome');
  return (
    <Alert
      className={css.alert}
      type="warning"
      showIcon
      title={textOf(error)}
      action={<Button onClick={() => void onRetry()}>{t('retry')}</Button>}
    />
  );
}
