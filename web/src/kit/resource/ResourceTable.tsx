import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Flex, Pagination, Table, type TableProps } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { TABLE } from '@/core/constants';
import { textOf } from '../feedback';
import { ScrollBox } from '../page/ScrollBox';
import { ColumnSettings } from './ColumnSettings';
import { useColumnPrefs } from './columnPrefs';
import { type Column, columnsOf, type Ghost, isGhost } from './columns';
import { type Filter, Filters, namesOf } from './Filters';
import css from './resource.module.css';
import type { List } from './useList';

type Props<R> = {
  label: string;
  list: List<R>;
  rowKey: keyof R & string;
  columns: Column<R>[];
  filters?: Filter[];
  toolbar?: ReactNode;
  /** Names the list in the user's column settings; without it there are none. */
  settings?: string;
  /** Rows can be chosen, across pages. */
  selection?: { rows: R[]; onChange: (rows: R[]) => void; bar: ReactNode };
  /** What an empty list says, and what to do about it. */
  empty: { title: string; action?: ReactNode };
};

function ghosts(n: number): Ghost[] {
  return Array.from({ length: n }, (_, ghost) => ({ ghost }));
}

function selectionOf<R extends object>(
  selection: NonNullable<Props<R>['selection']>,
  rowKey: keyof R & string,
): TableProps<R | Ghost>['rowSelection'] {
  return {
    selectedRowKeys: selection.rows.map((r) => String(r[rowKey])),
    preserveSelectedRowKeys: true,
    onChange: (_keys, rows) => selection.onChange(rows.filter((r): r is R => Boolean(r) && !isGhost(r))),
    getCheckboxProps: (r) => ({ disabled: isGhost(r) }),
  };
}

/** A list: filters, table, paging, sort, and what is shown while there is nothing. */
export function ResourceTable<R extends object>(props: Props<R>) {
  const { label, list, rowKey, filters = [], toolbar, selection, empty } = props;
  const t = useTranslations('table');
  const choice = useColumnPrefs(props.settings ?? '', props.columns);
  const columns = props.settings ? choice.shown : props.columns;
  const { state, change } = list;
  const filtered = Object.keys(state.filters).length > 0;
  const rows: (R | Ghost)[] = list.rows ?? (list.pending ? ghosts(Math.min(state.size, 10)) : []);
  const clear = () => change({ filters: Object.fromEntries(namesOf(filters).map((f) => [f, ''])) });
  const nothing = filtered ? (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noMatch')}>
      <Button onClick={clear}>{t('clearFilters')}</Button>
    </Empty>
  ) : (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty.title}>
      {empty.action}
    </Empty>
  );
  const sort: TableProps<R | Ghost>['onChange'] = (_page, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter;
    change({ sort: one?.order ? { field: String(one.columnKey), order: one.order } : null });
  };

  return (
    <div>
      <Flex className={css.bar} gap={8} wrap align="center">
        <Filters filters={filters} state={state} change={change} />
        <span className={css.gap} />
        <Button icon={<ReloadOutlined spin={list.fetching} />} aria-label={t('refresh')} onClick={list.refresh} />
        {props.settings && <ColumnSettings choice={choice} />}
        {toolbar}
      </Flex>
      {list.error !== null && (
        <Alert
          className={css.error}
          type="warning"
          showIcon
          title={textOf(list.error)}
          action={<Button onClick={list.refresh}>{t('retry')}</Button>}
        />
      )}
      {selection?.bar}
      <ScrollBox label={label} busy={list.pending}>
        <Table<R | Ghost>
          size="middle"
          tableLayout="auto"
          rowKey={(r) => (isGhost(r) ? `ghost-${r.ghost}` : String(r[rowKey]))}
          columns={columnsOf(columns, state)}
          dataSource={rows}
          rowSelection={selection && selectionOf(selection, rowKey)}
          locale={{ emptyText: list.error === null ? nothing : <span /> }}
          pagination={false}
          onChange={sort}
        />
      </ScrollBox>
      {(list.total > TABLE.size || list.more) && (
        <Pagination
          className={css.pages}
          align="end"
          current={state.current}
          pageSize={state.size}
          total={list.total}
          showSizeChanger
          pageSizeOptions={[...TABLE.sizes]}
          showTotal={(count) => t(list.more ? 'totalMore' : 'total', { count })}
          onChange={(current, size) => change({ current: size === state.size ? current : 1, size })}
        />
      )}
    </div>
  );
}
