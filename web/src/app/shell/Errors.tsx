import { useTranslations } from 'next-intl';
import { type ReactNode, useLayoutEffect } from 'react';
import { browserPage, isChunkLoadError } from '@/lib/router/chunk';
import type { ErrorStatus } from '@/lib/router/routes';
import { Link } from '@/ui/Link';
import css from './errors.module.css';

// Never loaded late, and without antd: they are needed when nothing else comes.

type ViewProps = { mark: string; title: string; note?: string; children: ReactNode };

function View({ mark, title, note, children }: ViewProps) {
  return (
    <section className={css.view} role="alert">
      <div className={css.mark} aria-hidden="true">
        {mark}
      </div>
      <h1>{title}</h1>
      {note && <p>{note}</p>}
      <div className={css.ways}>{children}</div>
    </section>
  );
}

function Home() {
  const t = useTranslations('errors');
  return (
    <Link to="/" className={css.first}>
      {t('home')}
    </Link>
  );
}

const TEXTS = { '403': 'noAccess', '404': 'notFound', '500': 'crash' } as const;

/** 403 no permission, 404 not there, 500 system error (platform-services §2), each with the way home. */
export function ErrorPage({ status }: { status: ErrorStatus }) {
  const t = useTranslations('errors');
  return (
    <View mark={status} title={t(TEXTS[status])}>
      <Home />
    </View>
  );
}

export function ModuleNotFound({ uri }: { uri: string }) {
  const t = useTranslations('errors');
  return (
    <View mark="404" title={t('moduleNotFound', { uri })}>
      <Home />
    </View>
  );
}

/** The page of a menu link whose own path was opened. */
export function ExternalLink({ href, title }: { href: string; title: string }) {
  const t = useTranslations('errors');
  return (
    <View mark="↗" title={title} note={href}>
      <a className={css.first} href={href} target="_blank" rel="noopener noreferrer">
        {t('openNew')}
      </a>
    </View>
  );
}

/**
 * Error page of code that failed to load or to render. After a network failure it retries when the network is back.
 * After a new build it offers to reload the page.
 */
export function Crash({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('errors');
  const outdated = isChunkLoadError(error) && error.outdated;
  const away = isChunkLoadError(error) && !outdated;
  // Before it is painted: the network may be back at that very moment, and says so once.
  useLayoutEffect(() => {
    if (!away) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [away, onRetry]);
  if (outdated)
    return (
      <View mark="↻" title={t('outdated')} note={t('outdatedNote')}>
        <button type="button" className={css.first} onClick={browserPage.reloadPage}>
          {t('reload')}
        </button>
      </View>
    );
  return (
    <View mark={away ? '⇄' : '500'} title={t(away ? 'network' : 'crash')}>
      <button type="button" className={away ? css.first : css.other} onClick={onRetry}>
        {t('again')}
      </button>
      {!away && <Home />}
    </View>
  );
}

/** The menu did not come: nothing can be shown, but it can be asked for again. */
export function NoMenu({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useTranslations('table');
  return (
    <View mark="⇄" title={text}>
      <button type="button" className={css.first} onClick={onRetry}>
        {t('retry')}
      </button>
    </View>
  );
}
