import css from './cell.module.css';

type Props = { used: number; limit: number };

/** How much of a limit is used, as a bar beside the words that say it: nearly all of it, or all, has another colour. */
export function UsedBar({ used, limit }: Props) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  const state = share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'free';
  return (
    <i className={css.used} data-state={state} aria-hidden="true">
      <u style={{ width: `${share * 100}%` }} />
    </i>
  );
}
