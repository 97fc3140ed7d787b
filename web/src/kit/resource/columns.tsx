import type { ReactNode } from 'react';
import type { TableColumn } from '@/ui/Table';
import type { ListState } from './listState';
import css from './resource.module.css';

/** A column of a list. */
export type Column<R> = {
  field: string;
  title: string;
  /** Dictionary of its values, which rows wait for. */
  dict?: string;
  render: (row: R) => ReactNode;
  sort?: boolean;
  /** Numbers and amounts stand at the right. */
  number?: boolean;
  width?: number;
  /** Shown where the list has this space: 500, 660, 840 or 1080 pixels. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  /** Shown only on a phone: it combines what other columns show on a wider window. */
  phone?: boolean;
  ellipsis?: boolean;
  /** Hidden until the user chooses it. */
  hidden?: boolean;
  /** Cannot be hidden: the name, the actions. */
  fixed?: boolean;
  /** Stays in sight when the list is wider than its space. */
  stays?: boolean;
};

/** A placeholder row while the list loads. */
export type SkeletonRow = { ghost: number };

export function isSkeletonRow(row: object): row is SkeletonRow {
  return 'ghost' in row;
}

/** The table's columns of ours. */
export function columnsOf<R extends object>(columns: Column<R>[], state: ListState): TableColumn<R | SkeletonRow>[] {
  return columns.map((c) => ({
    key: c.field,
    title: c.title,
    width: c.width,
    align: c.number ? 'end' : undefined,
    className: c.number ? css.number : undefined,
    from: c.from,
    phone: c.phone,
    fixed: c.stays ? 'end' : undefined,
    sorter: c.sort,
    sortOrder: state.sort?.field === c.field ? state.sort.order : null,
    render: (row) => {
      if (isSkeletonRow(row)) return <span className={css.ghost} />;
      return c.ellipsis ? <div className={css.ellipsis}>{c.render(row)}</div> : c.render(row);
    },
  }));
}
