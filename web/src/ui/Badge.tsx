import css from './popover.module.css';

const MAX_SHOWN = 9;

/** A count over the corner of what it counts for; none is not shown. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <sup aria-hidden className={css.badge}>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </sup>
  );
}
