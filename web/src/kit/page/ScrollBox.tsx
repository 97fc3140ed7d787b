import type { ReactNode } from 'react';
import css from './page.module.css';

type Props = { label: string; maxHeight?: number; busy?: boolean; children: ReactNode };

/** A region that scrolls by itself, also by keyboard (antd's own scrolling tables cannot be focused). */
export function ScrollBox({ label, maxHeight, busy, children }: Props) {
  return (
    <section
      className={css.scroll}
      aria-label={label}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls must be reachable
      tabIndex={0}
      // A complete table sets its own height, so that fractions of a pixel do not cause a scrollbar.
      style={{ maxHeight, overflowY: maxHeight ? 'auto' : 'hidden' }}
    >
      {children}
    </section>
  );
}
