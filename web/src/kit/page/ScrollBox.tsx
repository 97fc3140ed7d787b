import { type ReactNode, useEffect, useRef } from 'react';
import css from './page.module.css';

type Props = { label: string; maxHeight?: number; busy?: boolean; children: ReactNode };

/**
 * A region that scrolls by itself, also by keyboard (antd's own scrolling tables cannot be focused). While its table is as wide
 * as the region, the head of the table stays in sight when the page scrolls.
 */
export function ScrollBox({ label, maxHeight, busy, children }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const el = box.current;
    const table = el?.querySelector('table');
    if (!el || !table || maxHeight) return;
    const observer = new ResizeObserver(() => {
      el.dataset.fits = String(table.offsetWidth <= el.clientWidth);
    });
    observer.observe(el);
    observer.observe(table);
    return () => observer.disconnect();
  }, [maxHeight]);
  return (
    <section
      ref={box}
      className={css.scroll}
      data-capped={maxHeight !== undefined}
      aria-label={label}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls must be reachable
      tabIndex={0}
      style={{ maxHeight }}
    >
      {children}
    </section>
  );
}
