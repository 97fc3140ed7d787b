import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { usePrefs } from '@/lib/theme/prefs';
import css from './auth.module.css';
import { Showcase } from './Showcase';

type Props = { title: string; hint?: string; wide?: boolean; children: ReactNode };

/** The page around the forms that come before the shell: without antd, so that it is there at once. */
export function Frame({ title, hint, wide = false, children }: Props) {
  const t = useTranslations('shell');
  const { locale, dark, set } = usePrefs();
  return (
    <main className={css.page}>
      <Showcase />
      <div className={css.tools}>
        <div className={css.brand}>
          {/* biome-ignore lint/performance/noImgElement: an export has no image service */}
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <span translate="no">{'Herald'}</span>
        </div>
        <button type="button" className={css.tool} onClick={() => set({ dark: !dark })}>
          {t(dark ? 'toLight' : 'toDark')}
        </button>
        <select
          className={css.tool}
          aria-label={t('language')}
          value={locale}
          onChange={(e) => set({ locale: e.target.value as Locale })}
        >
          {LOCALES.map((l) => (
            <option key={l} value={l}>
              {LOCALE_NAMES[l]}
            </option>
          ))}
        </select>
      </div>
      <section className={wide ? `${css.card} ${css.wide}` : css.card}>
        <header className={css.head}>
          <h1 className={css.title}>{title}</h1>
          {hint && <p className={css.hint}>{hint}</p>}
        </header>
        {children}
      </section>
    </main>
  );
}
