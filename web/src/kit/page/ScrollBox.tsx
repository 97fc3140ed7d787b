import type { ReactNode } from 'react';
import css from './page.module.css';

type Props = { label: string; maxHeight?: number; children: ReactNode };

/** A region that scrolls by itself, also by keyboard (antd's own scrolling tables cannot be focused). */
export function ScrollBox({ label, maxHeight, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls must be reachable
    <section className={css.scroll} aria-label={label} tabIndex={0} style={{ maxHeight }}>
      {children}
    </section>
  );
}
