import type { CSSProperties, ReactNode } from 'react';
import css from './ui.module.css';

export type SortOrder = 'ascend' | 'descend' | null;

export type TableColumn<T> = {
  key: string;
  title: string;
  render: (record: T) => ReactNode;
  width?: number;
  className?: string;
  align?: 'end';
  /** The heading sorts. */
  sorter?: boolean;
  sortOrder?: SortOrder;
  /** Shown where the table has this space. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  /** Shown where there is hardly space for anything. */
  phone?: boolean;
  /** Stays in sight when the table is wider than its space. */
  fixed?: 'end';
};

/** Returns the CSS class that hides the column by the table's width. Rendering by CSS alone never draws twice. */
export const spaceOf = <T>(c: TableColumn<T>) => (c.phone ? css.phone : c.from && css[c.from]);

export function classOf<T>(c: TableColumn<T>, more?: string | false): string {
  return ['ant-table-cell', c.className, spaceOf(c), c.fixed && css.stays, c.sortOrder && 'ant-table-column-sort', more]
    .filter(Boolean)
    .join(' ');
}

/** The style of a cell. A chosen width holds for any content. */
export function styleOf<T>(c: TableColumn<T>, width: number | undefined): CSSProperties | undefined {
  const align: CSSProperties | undefined = c.align && { textAlign: c.align };
  return width === undefined ? align : { ...align, minWidth: width, maxWidth: width };
}
