import type { MouseEvent, ReactNode } from 'react';
import { navigate } from '@/lib/router/navigate';

type Props = { to: string; children: ReactNode; className?: string; label?: string };

/** A link inside the console: a real address for a new tab, the history alone for a plain click. */
export function Link({ to, children, className, label }: Props) {
  const follow = (e: MouseEvent) => {
    if (e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} className={className} onClick={follow} aria-label={label}>
      {children}
    </a>
  );
}
