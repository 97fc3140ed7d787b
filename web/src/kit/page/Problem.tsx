import { useTranslations } from 'next-intl';
import { textOf } from '../feedback';
import { Alert } from '../light/Alert';
import { Button } from '../light/Button';

type Props = {
  /** Nothing is shown while there is none. */
  error: unknown;
  onRetry?: () => unknown;
  className?: string;
};

/** A part of the page did not come: why, and how to ask for it again. */
export function Problem({ error, onRetry, className }: Props) {
  const t = useTranslations('table');
  if (error === null || error === undefined) return null;
  const again = onRetry && <Button onClick={() => void onRetry()}>{t('retry')}</Button>;
  return <Alert className={className} title={textOf(error)} action={again} />;
}
