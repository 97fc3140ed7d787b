import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { TABLE } from '@/lib/constants';
import { Pagination } from '@/ui/Pagination';
import { Table, type TableSelection } from '@/ui/Table';
import light from '@/ui/ui.module.css';
import { Bar } from './Bar';
import { ColumnSettings } from './ColumnSettings';
import { useColumnPrefs } from './columnPrefs';
import { type Column, columnsOf, isSkeletonRow, type SkeletonRow } from './columns';
import { type Filter, namesOf } from './Filters';
import css from './resource.module.css';
import type { List } from './useList';

type Props<R> = {
  label: string;
  list: List<R>;
  rowKey: keyof R & string;
  columns: Column<R>[];
  filters?: Filter[];
  toolbar?: ReactNode;
  /** Rows that are drawn while they are asked for, where they are fewer than a page. */
  expected?: number;
  /** Names the list in the user's column settings; without it there are none. */
  settings?: string | false;
  /** Rows can be chosen, across pages. */
  selection?: { rows: R[]; onChange: (rows: R[]) => void; bar: ReactNode };
  /** Title and action of an empty list. */
  empty: { title: string; action?: ReactNode };
};

function skeletonRows(n: number): SkeletonRow[] {
  return Array.from({ length: n }, (_, ghost) => ({ ghost }));
}

/** Rows that were chosen on other pages stay chosen. */
function useSelection<R extends object>(
  selection: Props<R>['selection'],
  rowKey: keyof R & string,
): TableSelection<R | SkeletonRow> | undefined {
  const t = useTranslations('table');
  if (!selection) return undefined;
  const has = (row: R | SkeletonRow) => !isSkeletonRow(row) && selection.rows.some((r) => r[rowKey] === row[rowKey]);
  return {
    chosen: has,
    off: isSkeletonRow,
    choose: (rows, on) => {
      const wanted = rows.filter((r): r is R => !isSkeletonRow(r));
      const others = selection.rows.filter((r) => wanted.every((w) => w[rowKey] !== r[rowKey]));
      selection.onChange(on ? [...selection.rows, ...wanted.filter((w) => !has(w))] : others);
    },
    all: t('selectAll'),
    one: (line) => t('selectRow', { line: String(line) }),
  };
}

/** A list with filters, table, paging, sorting, and an empty state. */
export function ResourceTable<R extends object>(props: Props<R>) {
  const { label, list, rowKey, filters = [], toolbar, selection, empty } = props;
  const t = useTranslations('table');
  const choice = useColumnPrefs(props.settings || '', props.columns);
  const columns = props.settings ? choice.shown : props.columns;
  const { state, change } = list;
  const filtered = Object.keys(state.filters).length > 0;
  const rows: (R | SkeletonRow)[] =
    list.rows ?? (list.pending ? skeletonRows(Math.min(state.size, props.expected ?? 10)) : []);
  const clear = () => change({ filters: Object.fromEntries(namesOf(filters).map((f) => [f, ''])) });
  const nothing = filtered ? (
    <Empty description={t('noMatch')}>
      <Button onClick={clear}>{t('clearFilters')}</Button>
    </Empty>
  ) : (
    <Empty description={empty.title}>{empty.action}</Empty>
  );
  const choosing = useSelection(selection, rowKey);
  const found = t(list.more ? 'totalMore' : 'total', { count: list.total });

  return (
    <div>
      <Bar {...{ filters, state, change }} onReset={filtered && rows.length > 0 ? clear : undefined}>
        <Button icon={<ReloadOutlined spin={list.fetching} />} aria-label={t('refresh')} onClick={list.refresh} />
        {props.settings && <ColumnSettings choice={choice} />}
        {toolbar}
      </Bar>
      {/* Announces the result of a search, filter or page change to screen readers. */}
      <p className={light.onlyRead} role="status">
        {list.pending || list.error ? '' : found}
      </p>
      <ErrorAlert className={css.error} error={list.error} onRetry={list.refresh} />
      {selection?.bar}
      <ScrollBox label={label} busy={list.pending}>
        <Table<R | SkeletonRow>
          keyOf={(r) => (isSkeletonRow(r) ? `ghost-${r.ghost}` : String(r[rowKey]))}
          columns={columnsOf(columns, state)}
          rows={rows}
          pending={list.rows === undefined && list.pending}
          selection={choosing}
          empty={list.error === null ? nothing : <span />}
          onSort={(field, order) => change({ sort: order && { field, order } })}
        />
      </ScrollBox>
      {(list.total > TABLE.size || list.more) && (
        <Pagination
          className={css.pages}
          current={state.current}
          size={state.size}
          sizes={TABLE.sizes}
          total={list.total}
          text={found}
          onChange={(current, size) => change({ current: size === state.size ? current : 1, size })}
        />
      )}
    </div>
  );
}
