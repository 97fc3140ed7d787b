import { keepPreviousData, useQuery } from '@tanstack/react-query';
// biome-ignore lint/style/noRestrictedImports: rows are chosen by radio buttons and by a press; only an open picker loads it
import { Button, Table, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { DictTag } from '@/kit/dict/DictTag';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Pages } from '@/kit/page/Pages';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { PICKER } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import type { Format, Picker } from './definition';
import css from './lov.module.css';
import { SearchForm } from './SearchForm';
import { fieldOf, type Row, resolveLabels, toggleSelection } from './selection';

export type PickerPage = { records: Row[] | null; total: number };

/** How a picker is shown, beside its definition. */
export type PickerLook = {
  width?: number | string;
  tableSize?: 'small' | 'middle' | 'large';
  /** `false`: rows of several pages are not chosen at once. */
  showSelectAll?: boolean;
  /** Rows are only shown; nothing can be chosen. */
  onlyShow?: boolean;
  /** Cells that are more than a text, by the field of their column. */
  cells?: Record<string, (row: Row) => ReactNode>;
};

type Props = {
  open: boolean;
  picker: Picker;
  look?: PickerLook;
  /** Rows that are selected when the modal opens. */
  chosen?: Row[];
  /** Names the list and its fixed parameters. */
  queryKey: readonly unknown[];
  load: (query: Record<string, unknown>, signal: AbortSignal) => Promise<PickerPage>;
  onOk: (rows: Row[]) => void;
  onCancel: () => void;
};

/** An open picker. It is mounted again for each opening, so that cancelling restores the previous choice. */
export function PickerModal({
  open,
  picker: p,
  look = {},
  chosen: initial = [],
  queryKey,
  load,
  onOk,
  onCancel,
}: Props) {
  const t = useTranslations('picker');
  const { rowKey, retField, shown, multiple } = p;
  const { onlyShow = false, cells = {} } = look;
  const [chosen, setChosen] = useState(initial);
  const [filters, setFilters] = useState<Record<string, unknown>>({});
  const [{ current, size }, setPage] = useState<{ current: number; size: number }>({ current: 1, size: PICKER.size });
  const query = { current, size, ...filters };
  const q = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: open,
  });
  const rows = q.data?.records ?? [];
  const known = resolveLabels(chosen, rows, retField);
  if (known !== chosen) setChosen(known);
  const nameOf = (r: Row) => String(fieldOf(r, shown) ?? fieldOf(r, retField) ?? '');
  const take = (keys: readonly unknown[]) => setChosen(toggleSelection(known, rows, keys, rowKey, multiple));
  const keys = known.map((r) => fieldOf(r, rowKey) as string);
  const toggle = (r: Row) => {
    const key = fieldOf(r, rowKey);
    if (!multiple) take([key]);
    else take(keys.includes(key as string) ? keys.filter((k) => k !== key) : [...keys, key]);
  };

  return (
    <PageModal
      open={open}
      centered
      title={p.title}
      width={look.width ?? PICKER.width}
      styles={{ body: { maxHeight: PICKER.bodyHeight, overflow: 'auto' } }}
      onCancel={onCancel}
      onOk={() => onOk(known)}
      okText={t('ok')}
      footer={onlyShow ? null : undefined}
      destroyOnHidden
    >
      {p.search.length > 0 && (
        <SearchForm
          fields={p.search}
          onSearch={(v) => {
            setFilters(v);
            setPage({ current: 1, size });
          }}
        />
      )}
      {!onlyShow && (
        <div className={css.chosen}>
          <span>{t('chosen', { n: known.length })}</span>
          {known.map((r) => (
            <Tag
              key={String(fieldOf(r, rowKey) ?? nameOf(r))}
              closable
              onClose={(e) => {
                e.preventDefault();
                setChosen(known.filter((k) => k !== r));
              }}
            >
              {nameOf(r)}
            </Tag>
          ))}
          {known.length > 0 && (
            <Button type="link" size="small" onClick={() => setChosen([])}>
              {t('clearAll')}
            </Button>
          )}
        </div>
      )}
      <ErrorAlert error={q.error} onRetry={q.refetch} />
      <ScrollBox label={p.title}>
        <Table<Row>
          size={look.tableSize ?? 'middle'}
          rowKey={(r) => String(fieldOf(r, rowKey))}
          loading={q.isPending}
          dataSource={rows}
          columns={p.columns.map((c) => ({
            key: c.field,
            title: c.title,
            width: c.width,
            align: c.align,
            ellipsis: c.ellipsis,
            render: (_: unknown, r: Row) =>
              cells[c.field]?.(r) ?? <Cell row={r} field={c.field} dict={c.dictCode} format={c.format} />,
          }))}
          rowSelection={
            onlyShow
              ? undefined
              : {
                  type: multiple ? 'checkbox' : 'radio',
                  selectedRowKeys: keys.map(String),
                  hideSelectAll: look.showSelectAll === false,
                  onChange: (now) => take(rows.map((r) => fieldOf(r, rowKey)).filter((k) => now.includes(String(k)))),
                }
          }
          onRow={(r) => (onlyShow ? {} : { onClick: () => toggle(r), onDoubleClick: () => !multiple && onOk([r]) })}
          locale={{ emptyText: t('empty') }}
          pagination={false}
        />
      </ScrollBox>
      <Pages className={css.pages} current={current} size={size} total={q.data?.total ?? 0} onChange={setPage} />
    </PageModal>
  );
}

type CellProps = { row: Row; field: string; dict?: string; format?: Format };

function Cell({ row, field, dict, format }: CellProps) {
  const f = useFormat();
  const value = fieldOf(row, field);
  if (dict) return <DictTag code={dict} value={value as string} />;
  if (value === null || value === undefined || value === '') return '–';
  if (format === 'country') return f.country(String(value));
  if (format === 'time') return f.minute(String(value));
  if (format === 'count' || format === 'credit') return f[format](Number(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
