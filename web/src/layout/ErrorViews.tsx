import { Button, Result } from 'antd';
import { useTranslations } from 'next-intl';
import { navigate } from '@/router/navigate';
import type { ErrorStatus } from '@/router/routes';

function Home() {
  const t = useTranslations('errors');
  return (
    <Button type="primary" onClick={() => navigate('/')}>
      {t('home')}
    </Button>
  );
}

const TEXTS = { '403': 'noAccess', '404': 'notFound', '500': 'crash' } as const;

/** 403 no permission, 404 not there, 500 system error (platform-services §2), each with the way home. */
export function ErrorPage({ status }: { status: ErrorStatus }) {
  const t = useTranslations('errors');
  return <Result status={status} title={t(TEXTS[status])} extra={<Home />} />;
}

export function ModuleNotFound({ uri }: { uri: string }) {
  const t = useTranslations('errors');
  return <Result status="error" title={t('moduleNotFound', { uri })} extra={<Home />} />;
}

/** A link of the menu whose own path was opened. */
export function ExternalLink({ href, title }: { href: string; title: string }) {
  const t = useTranslations('errors');
  return (
    <Result
      status="info"
      title={title}
      subTitle={href}
      extra={
        <Button type="primary" href={href} target="_blank" rel="noopener noreferrer">
          {t('openNew')}
        </Button>
      }
    />
  );
}

export function Crash({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('errors');
  return (
    <Result
      status="500"
      title={t('crash')}
      extra={
        <>
          <Button onClick={onRetry}>{t('again')}</Button>
          <Home />
        </>
      }
    />
  );
}

/** The menu did not come: nothing can be shown, but it can be asked for again. */
export function NoMenu({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useTranslations('table');
  return <Result status="warning" title={text} extra={<Button onClick={onRetry}>{t('retry')}</Button>} />;
}
