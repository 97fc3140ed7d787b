import css from './insight.module.css';

/** Why a recipient got nothing: a column of its own, or beneath the state where there is no space for one. */
export function FailureReason({ children, below = false }: { children: string; below?: boolean }) {
  if (!children) return below ? null : '–';
  return <span className={below ? css.whyBelow : css.why}>{children}</span>;
}
