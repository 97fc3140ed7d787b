import { Button, Result } from 'antd';
import { useTranslations } from 'next-intl';
import { navigate } from '@/router/navigate';

export function NotFound() {
  const t = useTranslations('errors');
  return (
    <Result
      status="404"
      title={t('notFound')}
      extra={
        <Button type="primary" onClick={() => navigate('/')}>
          {t('home')}
        </Button>
      }
    />
  );
}

export function ModuleNotFound({ uri }: { uri: string }) {
  const t = useTranslations('errors');
  return (
    <Result
      status="error"
      title={t('moduleNotFound', { uri })}
      extra={
        <Button type="primary" onClick={() => navigate('/')}>
          {t('home')}
        </Button>
      }
    />
  );
}

export function Crash({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('errors');
  return <Result status="500" title={t('crash')} extra={<Button onClick={onRetry}>{t('again')}</Button>} />;
}
