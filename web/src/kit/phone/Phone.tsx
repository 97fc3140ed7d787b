import { type ReactNode, useState } from 'react';
import { usePrefs } from '@/theme/prefs';
import css from './phone.module.css';

type Props = {
  label: string;
  /** The button that turns the phone dark or light, and what it says of each. */
  theme: string;
  light: string;
  dark: string;
  children: ReactNode;
};

/** What a phone shows, which may be a light or a dark one. */
export function Phone({ label, theme, light, dark: night, children }: Props) {
  const ours = usePrefs((s) => s.dark);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const dark = chosen ?? ours;
  return (
    <div className={css.preview}>
      <button
        type="button"
        className={css.phoneTheme}
        aria-pressed={dark}
        aria-label={theme}
        onClick={() => setChosen(!dark)}
      >
        {dark ? night : light}
      </button>
      <figure className={css.phone} aria-label={label} data-dark={dark}>
        <div className={css.phoneBar} aria-hidden="true">
          <span className={css.avatar} />
          <span className={css.phoneName} />
        </div>
        <div className={css.chat}>{children}</div>
      </figure>
    </div>
  );
}
