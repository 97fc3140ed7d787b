import { Checkbox } from 'antd';
import { type ReactNode, useRef } from 'react';
import { ColumnHead } from './ColumnHead';
import { classOf, type SortOrder, spaceOf, styleOf, type TableColumn } from './column';
import css from './ui.module.css';

// antd's table brings its tree, filters, radio buttons and virtual list; lists of the console need none of them. The elements
// and classes are antd's, so its sheet paints this one too.

export type { TableColumn } from './column';

export type RowSelection<T> = {
  selectedRowKeys: readonly string[];
  onChange: (keys: string[]) => void;
  getCheckboxProps: (record: T) => { disabled?: boolean };
  /** Accessible names of the checkboxes. */
  labelAll: string;
  labelOf: (line: number) => string;
};

export type TableSize = 'middle' | 'small';

type Props<T> = {
  columns: TableColumn<T>[];
  dataSource: T[];
  rowKey: (record: T) => string;
  size?: TableSize;
  onChange?: (sorter: { columnKey: string; order: SortOrder }) => void;
  rowSelection?: RowSelection<T>;
  /** The rows are placeholders while the page loads. */
  loading?: boolean;
  empty?: ReactNode;
  /** Widths that the user chose, by column. */
  widths?: Record<string, number>;
  /** Lets the user change the width of a column; null is the width of the content. */
  onResize?: (key: string, width: number | null) => void;
};

/** A table of rows with ordered columns and checkboxes. */
export function Table<T>(props: Props<T>) {
  const { columns, dataSource, rowKey, size = 'middle', onChange, rowSelection, loading, empty } = props;
  const { widths = {}, onResize } = props;
  const toggle = useRangeSelection(rowSelection, dataSource, rowKey);
  const look = size === 'small' ? 'ant-table-small' : 'ant-table-medium';
  return (
    <div className="ant-table-wrapper css-var-root ant-table-css-var">
      <div className={`ant-table ${look} css-var-root ant-table-css-var ${dataSource.length ? '' : 'ant-table-empty'}`}>
        <div className="ant-table-container">
          <div className="ant-table-content">
            <table className={css.table} data-size={size} style={{ tableLayout: 'auto' }}>
              <colgroup>
                {rowSelection && <col className="ant-table-selection-col" />}
                {columns.map((c) => (
                  <col key={c.key} className={spaceOf(c)} style={{ width: widths[c.key] ?? c.width }} />
                ))}
              </colgroup>
              <thead className="ant-table-thead">
                <tr>
                  {rowSelection && <SelectAll {...{ dataSource, rowKey, toggle }} selection={rowSelection} />}
                  {columns.map((c) => (
                    <ColumnHead key={c.key} column={c} width={widths[c.key]} {...{ onChange, onResize }} />
                  ))}
                </tr>
              </thead>
              {/* Rows are new elements beside what stood for them: a head that grows with them pushes nothing. */}
              <tbody key={loading ? 'loading' : 'rows'} className="ant-table-tbody">
                {dataSource.map((row, i) => (
                  <Row
                    key={rowKey(row)}
                    id={rowKey(row)}
                    line={i + 1}
                    selection={rowSelection}
                    {...{ row, columns, widths, toggle }}
                  />
                ))}
                {dataSource.length === 0 && (
                  <tr className="ant-table-placeholder">
                    <td className="ant-table-cell" colSpan={columns.length + (rowSelection ? 1 : 0)}>
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

type Toggle = (keys: string[], on: boolean, shift?: boolean) => void;

/** Selects rows; with Shift all rows between the last one and this one, as far as they can be selected. */
function useRangeSelection<T>(s: RowSelection<T> | undefined, rows: T[], rowKey: (record: T) => string): Toggle {
  const last = useRef<string>(undefined);
  return (keys, on, shift = false) => {
    if (!s) return;
    const able = rows.filter((r) => !s.getCheckboxProps(r).disabled).map(rowKey);
    const [from, to] = [able.indexOf(last.current ?? ''), able.indexOf(keys[0] ?? '')];
    const range = shift && from >= 0 && to >= 0;
    const changed = range ? able.slice(Math.min(from, to), Math.max(from, to) + 1) : keys;
    last.current = keys.length === 1 ? keys[0] : undefined;
    const others = s.selectedRowKeys.filter((k) => !changed.includes(k));
    s.onChange(on ? [...others, ...changed] : others);
  };
}

type AllProps<T> = {
  selection: RowSelection<T>;
  dataSource: T[];
  rowKey: (record: T) => string;
  toggle: Toggle;
};

function SelectAll<T>({ selection: s, dataSource, rowKey, toggle }: AllProps<T>) {
  const able = dataSource.filter((r) => !s.getCheckboxProps(r).disabled).map(rowKey);
  const on = able.filter((key) => s.selectedRowKeys.includes(key)).length;
  return (
    <th className="ant-table-cell ant-table-selection-column" scope="col">
      <div className="ant-table-selection">
        <Checkbox
          aria-label={s.labelAll}
          checked={on > 0 && on === able.length}
          indeterminate={on > 0 && on < able.length}
          disabled={able.length === 0}
          onChange={(e) => toggle(able, e.target.checked)}
        />
      </div>
    </th>
  );
}

type RowProps<T> = {
  row: T;
  line: number;
  id: string;
  columns: TableColumn<T>[];
  widths: Record<string, number>;
  selection?: RowSelection<T>;
  toggle: Toggle;
};

function Row<T>({ row, line, id, columns, widths, selection: s, toggle }: RowProps<T>) {
  const chosen = s?.selectedRowKeys.includes(id) ?? false;
  const shift = useRef(false);
  const note = (e: { shiftKey: boolean }) => {
    shift.current = e.shiftKey;
  };
  return (
    <tr
      className={`ant-table-row ant-table-row-level-0 ${css.row} ${chosen ? 'ant-table-row-selected' : ''}`}
      data-row-key={id}
    >
      {s && (
        <td
          className={`ant-table-cell ant-table-selection-column ${css.pick}`}
          onPointerDown={note}
          onKeyDown={note}
          onKeyUp={note}
        >
          <Checkbox
            aria-label={s.labelOf(line)}
            checked={chosen}
            disabled={s.getCheckboxProps(row).disabled}
            onChange={(e) => toggle([id], e.target.checked, shift.current)}
          />
        </td>
      )}
      {columns.map((c) => (
        <td
          key={c.key}
          className={classOf(c, widths[c.key] !== undefined && css.sized)}
          style={styleOf(c, widths[c.key])}
        >
          {c.render(row)}
        </td>
      ))}
    </tr>
  );
}
