import { TeamOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { usePrefs } from '@/lib/theme/prefs';
import css from './phone.module.css';

type Props = {
  label: string;
  /** The button that turns the phone dark or light, and what it says of each. */
  theme: string;
  light: string;
  dark: string;
  /** Name in the head of the chat; without it the phone has no head. */
  head?: { name: string; note: string; picture?: string };
  /** A text message of no particular app: grey bubbles, no green head. */
  plain?: boolean;
  /** Text in the place of the message input. */
  foot?: string;
  children: ReactNode;
};

/** A system message of the chat: who created a group, what it is about. */
export function PhoneMessage({ children }: { children: ReactNode }) {
  return <p className={css.said}>{children}</p>;
}

/** Shows a phone with a light or dark theme. */
export function Phone({ label, theme, light, dark: night, head, plain, foot, children }: Props) {
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
      <figure className={css.phone} aria-label={label} data-dark={dark} data-plain={plain}>
        {head ? (
          <div className={css.phoneBar}>
            {head.picture ? (
              // biome-ignore lint/performance/noImgElement: a picture of this browser
              <img className={css.avatar} src={head.picture} alt="" />
            ) : (
              <span className={css.avatar} aria-hidden="true">
                <TeamOutlined />
              </span>
            )}
            <div className={css.titles}>
              <b>{head.name}</b>
              <span>{head.note}</span>
            </div>
          </div>
        ) : (
          <div className={css.phoneBar} aria-hidden="true">
            <span className={css.avatar} />
            <span className={css.phoneName} />
          </div>
        )}
        <div className={css.chat}>{children}</div>
        {foot && <p className={css.phoneFoot}>{foot}</p>}
      </figure>
    </div>
  );
}
