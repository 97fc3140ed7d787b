import { Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/i18n/locales';
import type { Languages } from '@/kit/input/LanguagesInput';
import { lazyModule } from '@/router/lazyModule';
import { usePrefs } from '@/theme/prefs';
import css from './notice.module.css';

// The editor is heavier than the page around it: it comes with the first form.
const Editor = lazyModule(() => import('./Editor'));

const wire = (l: Locale) => l.replace('-', '_') as keyof Languages;

type Props = { id?: string; value?: Languages; onChange?: (value: Languages) => void };

/** Rich text in four languages, a tab each; a dot marks the languages that have one. */
export function RichLanguages({ id, value = {}, onChange }: Props) {
  const t = useTranslations('form');
  const own = usePrefs((s) => s.locale);
  const items = LOCALES.map((l) => ({
    key: l,
    label: (
      <span className={css.language} data-filled={Boolean(value[wire(l)])}>
        {LOCALE_NAMES[l]}
      </span>
    ),
    children: (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
        <Editor
          lang={l}
          label={t('inLanguage', { language: LOCALE_NAMES[l] })}
          value={value[wire(l)] ?? ''}
          onChange={(html) => onChange?.({ ...value, [wire(l)]: html })}
        />
      </Suspense>
    ),
  }));
  return <Tabs id={id} size="small" defaultActiveKey={own} items={items} className={css.tabs} />;
}
