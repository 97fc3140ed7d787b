import { Input, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/i18n/locales';
import { usePrefs } from '@/theme/prefs';
import css from './input.module.css';

/** A text per language, keyed as on the wire. */
export type Languages = Partial<Record<'zh_CN' | 'en_US' | 'pt_BR' | 'zh_TW', string>>;

const wire = (l: Locale) => l.replace('-', '_') as keyof Languages;

type Props = {
  id?: string;
  value?: Languages;
  onChange?: (value: Languages) => void;
  maxLength?: number;
  /** Lines; 1 is a plain input. */
  rows?: number;
};

/** One text in four languages, a tab each; a dot marks the languages that have one. */
export function LanguagesInput({ id, value = {}, onChange, maxLength, rows = 1 }: Props) {
  const t = useTranslations('form');
  const own = usePrefs((s) => s.locale);
  const set = (locale: Locale, text: string) => onChange?.({ ...value, [wire(locale)]: text });
  const items = LOCALES.map((l) => {
    const of = {
      value: value[wire(l)] ?? '',
      maxLength,
      lang: l,
      'aria-label': t('inLanguage', { language: LOCALE_NAMES[l] }),
    };
    return {
      key: l,
      label: (
        <span className={css.language} data-filled={Boolean(value[wire(l)]?.trim())}>
          {LOCALE_NAMES[l]}
        </span>
      ),
      children:
        rows > 1 ? (
          <Input.TextArea {...of} rows={rows} onChange={(e) => set(l, e.target.value)} />
        ) : (
          <Input {...of} onChange={(e) => set(l, e.target.value)} />
        ),
    };
  });
  return <Tabs id={id} size="small" defaultActiveKey={own} items={items} className={css.languages} />;
}

/** The text in the user's language, else in any that has one. */
export function inLanguage(value: Languages | null | undefined, locale: Locale): string {
  return value?.[wire(locale)] || Object.values(value ?? {}).find(Boolean) || '';
}
