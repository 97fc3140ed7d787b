'use client';
import '@/lib/theme/antdCss';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { StatusView } from '@/features/servicestatus/StatusView';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { ROUTE } from '@/lib/router/routes';
import { usePrefs } from '@/lib/theme/prefs';
import { Link } from '@/ui/Link';
import { AntdRoot } from './AntdRoot';
import css from './publicStatus.module.css';

/** The status page for visitors who are not signed in. */
export default function PublicStatus() {
  const t = useTranslations('servicestatus');
  const title = t('title');
  useEffect(() => {
    document.title = `${title} - Herald`;
  }, [title]);
  return (
    <AntdRoot>
      <main className={css.page}>
        <Tools />
        <h1 className={css.title}>{title}</h1>
        <p className={css.note}>{t('note')}</p>
        <StatusView />
      </main>
    </AntdRoot>
  );
}

function Tools() {
  const t = useTranslations('shell');
  const { locale, dark, set } = usePrefs();
  return (
    <header className={css.tools}>
      {/* biome-ignore lint/performance/noImgElement: an export has no image service */}
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span translate="no">{'Herald'}</span>
      <button type="button" onClick={() => set({ dark: !dark })}>
        {t(dark ? 'toLight' : 'toDark')}
      </button>
      <select aria-label={t('language')} value={locale} onChange={(e) => set({ locale: e.target.value as Locale })}>
        {LOCALES.map((l) => (
          <option key={l} value={l}>
            {LOCALE_NAMES[l]}
          </option>
        ))}
      </select>
      <Link to={ROUTE.login}>{t('status.signIn')}</Link>
    </header>
  );
}
