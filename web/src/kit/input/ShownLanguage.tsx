import { Segmented } from 'antd';
import { createContext, type ReactNode, useState } from 'react';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { usePrefs } from '@/lib/theme/prefs';
import css from './input.module.css';
import { type Languages, toApiLanguage } from './languages';

/** The language in which all texts of a form are shown; without one each text has tabs of its own. */
export const ShownLanguage = createContext<Locale | null>(null);

type Props = { label: string; texts: readonly (Languages | undefined)[]; children: ReactNode };

/** Selects the language of all texts of a form; a dot marks the languages that have a text. */
export function OneLanguage({ label, texts, children }: Props) {
  const own = usePrefs((s) => s.locale);
  const [shown, setShown] = useState<Locale>(own);
  const filled = (l: Locale) => texts.some((text) => text?.[toApiLanguage(l)]?.trim());
  return (
    <ShownLanguage value={shown}>
      <div className={css.one}>
        <Segmented<Locale>
          block
          aria-label={label}
          value={shown}
          onChange={setShown}
          options={LOCALES.map((value) => ({
            value,
            label: (
              <span className={css.language} data-filled={filled(value)}>
                {LOCALE_NAMES[value]}
              </span>
            ),
          }))}
        />
      </div>
      {children}
    </ShownLanguage>
  );
}
