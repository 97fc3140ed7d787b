import { Input, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { use } from 'react';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { usePrefs } from '@/lib/theme/prefs';
import css from './input.module.css';
import { type Languages, toApiLanguage } from './languages';
import { ShownLanguage } from './ShownLanguage';

export { inLanguage, type Languages } from './languages';

type Props = {
  id?: string;
  value?: Languages;
  onChange?: (value: Languages) => void;
  maxLength?: number;
  /** Lines; 1 is a plain input. */
  rows?: number;
};

/**
 * Field of a text in four languages: a tab each, with a dot at those that have a text, or the form's current language.
 */
export function LanguagesInput({ id, value = {}, onChange, maxLength, rows = 1 }: Props) {
  const t = useTranslations('form');
  const own = usePrefs((s) => s.locale);
  const set = (locale: Locale, text: string) => onChange?.({ ...value, [toApiLanguage(locale)]: text });
  const shown = use(ShownLanguage);
  const field = (l: Locale, own?: string) => {
    const of = {
      id: own,
      value: value[toApiLanguage(l)] ?? '',
      maxLength,
      lang: l,
      'aria-label': t('inLanguage', { language: LOCALE_NAMES[l] }),
    };
    return rows > 1 ? (
      <Input.TextArea {...of} rows={rows} onChange={(e) => set(l, e.target.value)} />
    ) : (
      <Input {...of} onChange={(e) => set(l, e.target.value)} />
    );
  };
  if (shown) return field(shown, id);
  const items = LOCALES.map((l) => ({
    key: l,
    label: (
      <span className={css.language} data-filled={Boolean(value[toApiLanguage(l)]?.trim())}>
        {LOCALE_NAMES[l]}
      </span>
    ),
    children: field(l),
  }));
  return <Tabs id={id} size="small" defaultActiveKey={own} items={items} className={css.languages} />;
}
