import { Skeleton, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, use } from 'react';
import { type Languages, toApiLanguage } from '@/kit/input/languages';
import { ShownLanguage } from '@/kit/input/ShownLanguage';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { lazyModule } from '@/lib/router/lazyModule';
import { usePrefs } from '@/lib/theme/prefs';
import css from './notice.module.css';

// The editor is heavier than the page around it: it comes with the first form.
const Editor = lazyModule(() => import('./Editor'), ['antd', 'notice']);

type Props = { id?: string; value?: Languages; onChange?: (value: Languages) => void };

/** Rich text in four languages, in the one that the form shows. */
export function RichLanguages({ id, value = {}, onChange }: Props) {
  const t = useTranslations('form');
  const own = usePrefs((s) => s.locale);
  const shown = use(ShownLanguage);
  const editor = (l: Locale) => (
    <Suspense key={l} fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
      <Editor
        lang={l}
        label={t('inLanguage', { language: LOCALE_NAMES[l] })}
        value={value[toApiLanguage(l)] ?? ''}
        onChange={(html) => onChange?.({ ...value, [toApiLanguage(l)]: html })}
      />
    </Suspense>
  );
  if (shown) return editor(shown);
  const items = LOCALES.map((l) => ({
    key: l,
    label: (
      <span className={css.language} data-filled={Boolean(value[toApiLanguage(l)])}>
        {LOCALE_NAMES[l]}
      </span>
    ),
    children: editor(l),
  }));
  return <Tabs id={id} size="small" defaultActiveKey={own} items={items} className={css.tabs} />;
}
