import { FilterOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '../light/Button';
import { type Filter, Filters, isOn } from './Filters';
import type { ListChange, ListState } from './listState';
import css from './resource.module.css';

type Props = {
  filters: Filter[];
  state: ListState;
  change: (c: ListChange) => void;
  /** Takes all filters away, where there are some. */
  onReset?: () => void;
  /** What else can be done with the list. */
  children: ReactNode;
};

/** Above a list: its filters, and what can be done with it. On a phone it is one row; all filters but the first open below it. */
export function Bar({ filters, state, change, onReset, children }: Props) {
  const t = useTranslations('table');
  const [open, setOpen] = useState(false);
  const on = filters.slice(1).filter((f) => isOn(f, state)).length;
  return (
    <div className={css.bar} data-open={open}>
      <div className={css.filters}>
        <Filters filters={filters} state={state} change={change} />
        {onReset && (
          <button type="button" className={css.reset} onClick={onReset}>
            {t('resetFilters')}
          </button>
        )}
      </div>
      <div className={css.tools}>
        {filters.length > 1 && (
          <Button
            className={css.more}
            icon={<FilterOutlined />}
            aria-label={t('filters', { n: on })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {on > 0 ? on : null}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
