import type { ReactNode } from 'react';
import css from './status.module.css';

type Props = {
  tone: 'gray' | 'gold' | 'cyan' | 'blue' | 'orange' | 'green' | 'indigo' | 'brown' | 'red';
  children: ReactNode;
};

/** A tag in one of our tones, for a state that has no dictionary. */
export function Tone({ tone, children }: Props) {
  return (
    <span className={`${css.tag} ${css.tone}`} data-tone={tone}>
      {children}
    </span>
  );
}
