import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { type Filter, Filters, isOn } from './Filters';
import type { ListChange, ListState } from './listState';
import css from './resource.module.css';
import { useFitting } from './useFitting';

type Props = {
  filters: Filter[];
  state: ListState;
  change: (c: ListChange) => void;
  /** Takes all filters away, where there are some. */
  onReset?: () => void;
  /** Further actions of the list. */
  children: ReactNode;
};

/**
 * Above a list: its filters, and what can be done with it. The filters are one row; those that do not fit open below it, and one that
 * is in use stays in sight. On a phone all but the first are folded.
 */
export function Bar({ filters, state, change, onReset, children }: Props) {
  const t = useTranslations('table');
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const room = useFitting(row, filters);
  const fit = room ?? filters.length;
  const shown = open ? filters : filters.filter((f, i) => i < fit || isOn(f, state));
  const on = room === null ? filters.slice(1).filter((f) => isOn(f, state)).length : 0;
  return (
    <div className={css.bar} data-open={open}>
      <div ref={row} className={css.filters} data-row={shown.length <= fit}>
        <Filters filters={shown} state={state} change={change} />
        {filters.length > 1 && (
          <Button
            className={css.more}
            data-folds={fit < filters.length}
            icon={<FilterOutlined />}
            aria-label={t('filters', { n: on })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {on > 0 ? on : null}
          </Button>
        )}
        {onReset && (
          <button type="button" className={css.reset} onClick={onReset}>
            {t('resetFilters')}
          </button>
        )}
      </div>
      <div className={css.tools}>{children}</div>
    </div>
  );
}
