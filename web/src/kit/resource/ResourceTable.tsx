import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useDictsPending } from '@/kit/dict/useDict';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { TABLE } from '@/lib/constants';
import { Pagination } from '@/ui/Pagination';
import { type RowSelection, Table } from '@/ui/Table';
import ui from '@/ui/ui.module.css';
import { Bar } from './Bar';
import { ColumnSettings } from './ColumnSettings';
import { useColumnPrefs } from './columnPrefs';
import { type Column, columnsOf, isSkeletonRow, type SkeletonRow } from './columns';
import { type Filter, namesOf } from './Filters';
import { queryOf } from './listState';
import css from './resource.module.css';
import { SavedViews } from './SavedViews';
import { Totals } from './Totals';
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
  /** Prefix of the list's parameters in the address. */
  prefix?: string;
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
  rows: R[],
  rowKey: (row: R | SkeletonRow) => string,
): RowSelection<R | SkeletonRow> | undefined {
  const t = useTranslations('table');
  if (!selection) return undefined;
  const others = selection.rows.filter((r) => rows.every((row) => rowKey(row) !== rowKey(r)));
  return {
    selectedRowKeys: selection.rows.map(rowKey),
    getCheckboxProps: (row) => ({ disabled: isSkeletonRow(row) }),
    onChange: (keys) => selection.onChange([...others, ...rows].filter((r) => keys.includes(rowKey(r)))),
    labelAll: t('selectAll'),
    labelOf: (line) => t('selectRow', { line: String(line) }),
  };
}

/** Says the result of a search, an order or a page to screen readers, once it is there; a poll says nothing. */
function Announcement<R>({ list }: { list: List<R> }) {
  const t = useTranslations('table');
  const [said, setSaid] = useState({ asked: '', text: '' });
  const { state, total } = list;
  const asked = JSON.stringify(state);
  const pages = Math.max(1, Math.ceil(total / state.size));
  if (asked !== said.asked && !list.pending && !list.outdated && !list.error)
    setSaid({ asked, text: t('results', { count: total, page: state.current, pages }) });
  return (
    <p className={ui.onlyRead} role="status">
      {/* A new element: the same words are read again for another order. */}
      {asked === said.asked && <span key={said.asked}>{said.text}</span>}
    </p>
  );
}

/** A list with filters, table, paging, sorting, and an empty state. */
export function ResourceTable<R extends object>(props: Props<R>) {
  const { label, list, filters = [], toolbar, selection, empty } = props;
  const t = useTranslations('table');
  const { state, change } = list;
  const choice = useColumnPrefs(props.settings || '', props.columns, state.columns, () => change({ columns: null }));
  const columns = props.settings ? choice.shown : props.columns;
  const filtered = Object.keys(state.filters).length > 0;
  // Names of dictionaries are of other widths than their keys: the table would be laid out twice.
  const unnamed = useDictsPending(columns.flatMap((c) => c.dict ?? []));
  const known = unnamed ? undefined : list.rows;
  const pending = list.pending || (unnamed && list.rows !== undefined);
  const rows: (R | SkeletonRow)[] = known ?? (pending ? skeletonRows(Math.min(state.size, props.expected ?? 10)) : []);
  const clear = () => change({ filters: Object.fromEntries(namesOf(filters).map((f) => [f, ''])) });
  const nothing = filtered ? (
    <EmptyState description={t('noMatch')}>
      <Button onClick={clear}>{t('clearFilters')}</Button>
    </EmptyState>
  ) : (
    <EmptyState description={empty.title}>{empty.action}</EmptyState>
  );
  const rowKey = (r: R | SkeletonRow) => (isSkeletonRow(r) ? `ghost-${r.ghost}` : String(r[props.rowKey]));
  const rowSelection = useSelection(selection, known ?? [], rowKey);
  const found = t(list.more ? 'totalMore' : 'total', { count: list.total });

  return (
    <div>
      <Bar {...{ filters, state, change }} onReset={filtered && rows.length > 0 ? clear : undefined}>
        <Button icon={<ReloadOutlined spin={list.fetching} />} aria-label={t('refresh')} onClick={list.refresh} />
        {props.settings && <ColumnSettings choice={choice} />}
        {props.settings && (
          <SavedViews
            list={props.settings}
            query={queryOf(state, choice.changed ? choice.shown.map((c) => c.field) : null, props.prefix)}
            onApply={list.apply}
          />
        )}
        {toolbar}
      </Bar>
      <Announcement list={list} />
      <ErrorAlert className={css.error} error={list.error} onRetry={list.refresh} />
      {selection?.bar}
      <ScrollBox label={label} busy={pending}>
        <Table<R | SkeletonRow>
          {...{ rowKey, rowSelection }}
          columns={columnsOf(columns, state)}
          dataSource={rows}
          size={choice.size}
          widths={choice.widths}
          onResize={props.settings ? choice.setWidth : undefined}
          loading={known === undefined && pending}
          empty={list.error === null ? nothing : <span />}
          onChange={({ columnKey, order }) => change({ sort: order && { field: columnKey, order } })}
        />
      </ScrollBox>
      {filtered && list.sums && list.total > 0 && <Totals sums={list.sums} />}
      {(list.total > TABLE.size || list.more) && (
        <Pagination
          className={css.pages}
          current={state.current}
          pageSize={state.size}
          pageSizeOptions={TABLE.sizes}
          total={list.total}
          showTotal={() => found}
          onChange={(current, size) => change({ current: size === state.size ? current : 1, size })}
        />
      )}
    </div>
  );
}
