import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { errorText } from '@/lib/notifier';

type Props = {
  /** The error; without one nothing is shown. */
  error: unknown;
  onRetry?: () => unknown;
  className?: string;
};

/** A part of the page did not come: why, and how to ask for it again. */
export function ErrorAlert({ error, onRetry, className }: Props) {
  const t = useTranslations('table');
  if (error === null || error === undefined) return null;
  const again = onRetry && <Button onClick={() => void onRetry()}>{t('retry')}</Button>;
  return <Alert type="warning" showIcon className={className} title={errorText(error)} action={again} />;
}
