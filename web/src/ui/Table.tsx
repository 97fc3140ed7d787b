import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import css from './ui.module.css';

// antd's table brings its tree, filters, radio buttons and virtual list; lists of the console need none of them. The elements
// and classes are antd's, so its sheet paints this one too.

export type TableColumn<T> = {
  field: string;
  title: string;
  cell: (row: T) => ReactNode;
  width?: number;
  className?: string;
  end?: boolean;
  /** Current sort order of a sortable column. */
  order?: 'ascend' | 'descend' | null;
  /** Shown where the table has this space. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  /** Shown where there is hardly space for anything. */
  phone?: boolean;
  /** Stays in sight when the table is wider than its space. */
  stays?: boolean;
};

export type TableSelection<T> = {
  chosen: (row: T) => boolean;
  /** Rows that cannot be chosen. */
  off: (row: T) => boolean;
  choose: (rows: T[], on: boolean) => void;
  /** Names of the boxes. */
  all: string;
  one: (line: number) => string;
};

type Props<T> = {
  columns: TableColumn<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  onSort: (field: string, order: 'ascend' | 'descend' | null) => void;
  selection?: TableSelection<T>;
  /** The rows are placeholders while the page loads. */
  pending?: boolean;
  empty: ReactNode;
};

/** Returns the CSS class that hides the column by the table's width. Rendering by CSS alone never draws twice. */
const roomOf = <T,>(c: TableColumn<T>) => (c.phone ? css.phone : c.from && css[c.from]);

function classOf<T>(c: TableColumn<T>, more?: string): string {
  return ['ant-table-cell', c.className, roomOf(c), c.stays && css.stays, c.order && 'ant-table-column-sort', more]
    .filter(Boolean)
    .join(' ');
}

/** A table of rows with ordered columns and boxes to choose by. */
export function Table<T>({ columns, rows, keyOf, onSort, selection, pending, empty }: Props<T>) {
  return (
    <div className="ant-table-wrapper css-var-root ant-table-css-var">
      <div
        className={`ant-table ant-table-medium css-var-root ant-table-css-var ${rows.length ? '' : 'ant-table-empty'}`}
      >
        <div className="ant-table-container">
          <div className="ant-table-content">
            <table className={css.table} style={{ tableLayout: 'auto' }}>
              <colgroup>
                {selection && <col className="ant-table-selection-col" />}
                {columns.map((c) => (
                  <col key={c.field} className={roomOf(c)} style={c.width ? { width: c.width } : undefined} />
                ))}
              </colgroup>
              <thead className="ant-table-thead">
                <tr>
                  {selection && <All rows={rows} selection={selection} />}
                  {columns.map((c) => (
                    <Head key={c.field} column={c} onSort={onSort} />
                  ))}
                </tr>
              </thead>
              {/* Rows are new elements beside what stood for them: a head that grows with them pushes nothing. */}
              <tbody key={pending ? 'pending' : 'rows'} className="ant-table-tbody">
                {rows.map((row, i) => (
                  <Row key={keyOf(row)} {...{ row, line: i + 1, id: keyOf(row), columns, selection }} />
                ))}
                {rows.length === 0 && (
                  <tr className="ant-table-placeholder">
                    <td className="ant-table-cell" colSpan={columns.length + (selection ? 1 : 0)}>
                      {empty}
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          </div>
        </div>
      </div>
    </div>
  );
}

function All<T>({ rows, selection: s }: { rows: T[]; selection: TableSelection<T> }) {
  const able = rows.filter((r) => !s.off(r));
  const on = able.filter(s.chosen).length;
  return (
    <th className="ant-table-cell ant-table-selection-column" scope="col">
      <div className="ant-table-selection">
        <Checkbox
          aria-label={s.all}
          checked={on > 0 && on === able.length}
          indeterminate={on > 0 && on < able.length}
          disabled={able.length === 0}
          onChange={(e) => s.choose(able, e.target.checked)}
        />
      </div>
    </th>
  );
}

const NEXT = { none: 'ascend', ascend: 'descend', descend: null } as const;

function Head<T>({ column: c, onSort }: { column: TableColumn<T>; onSort: Props<T>['onSort'] }) {
  const align = c.end ? ({ textAlign: 'end' } as const) : undefined;
  if (c.order === undefined)
    return (
      <th className={classOf(c)} scope="col" style={align}>
        {c.title}
      </th>
    );
  const sort = () => onSort(c.field, NEXT[c.order ?? 'none']);
  return (
    // The button within is pressed by keys; its click arrives here.
    <th
      className={classOf(c, 'ant-table-column-has-sorters')}
      scope="col"
      style={align}
      aria-sort={c.order ? `${c.order}ing` : 'none'}
      onClick={sort}
    >
      <button type="button" className={`ant-table-column-sorters ${css.sorter}`}>
        <span className="ant-table-column-title">{c.title}</span>
        <span className="ant-table-column-sorter ant-table-column-sorter-full">
          <span className="ant-table-column-sorter-inner" aria-hidden="true">
            <CaretUpOutlined className={`ant-table-column-sorter-up ${c.order === 'ascend' ? 'active' : ''}`} />
            <CaretDownOutlined className={`ant-table-column-sorter-down ${c.order === 'descend' ? 'active' : ''}`} />
          </span>
        </span>
      </button>
    </th>
  );
}

type RowProps<T> = { row: T; line: number; id: string; columns: TableColumn<T>[]; selection?: TableSelection<T> };

function Row<T>({ row, line, id, columns, selection: s }: RowProps<T>) {
  const chosen = s?.chosen(row) ?? false;
  return (
    <tr
      className={`ant-table-row ant-table-row-level-0 ${css.row} ${chosen ? 'ant-table-row-selected' : ''}`}
      data-row-key={id}
    >
      {s && (
        <td className="ant-table-cell ant-table-selection-column">
          <Checkbox
            aria-label={s.one(line)}
            checked={chosen}
            disabled={s.off(row)}
            onChange={(e) => s.choose([row], e.target.checked)}
          />
        </td>
      )}
      {columns.map((c) => (
        <td key={c.field} className={classOf(c)} style={c.end ? { textAlign: 'end' } : undefined}>
          {c.cell(row)}
        </td>
      ))}
    </tr>
  );
}
