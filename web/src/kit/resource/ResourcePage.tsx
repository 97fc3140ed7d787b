import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyModule } from '@/router/lazyModule';
import { Can, useMay } from '../access/Can';
import type { ListPath, RecordOf } from '../api/types';
import { ExportButton } from '../export/ExportButton';
import { Page } from '../page/Page';
import type { Column } from './columns';
import type { FormState, PageHandle, Resource, RowAction } from './descriptor';
import { dayNames, namesOf } from './Filters';
import { ResourceTable } from './ResourceTable';
import { BatchBar, RowActions } from './RowActions';
import { useList } from './useList';

// A list is seen more often than its form is opened, and antd's forms are a third of it.
export const ResourceForm = lazyModule(async () => ({ default: (await import('./ResourceForm')).ResourceForm }));

type Props<P extends ListPath, V extends object> = {
  resource: Resource<P, V>;
  /** Without the page's head: a list inside of another page. */
  bare?: boolean;
};

/** The change of a row as its first action, where the form has one. */
function actionsOf<P extends ListPath, V extends object>(r: Resource<P, V>, label: string): RowAction<RecordOf<P>>[] {
  const update = r.form?.update;
  const edit: RowAction<RecordOf<P>>[] = update
    ? [
        {
          key: 'edit',
          label: update.label ?? label,
          gate: update.gate,
          shown: update.shown,
          run: (row, page) => page.update(row),
        },
      ]
    : [];
  return [...edit, ...(r.actions ?? [])];
}

/** A whole page from one description: list, search, actions, export and form (see descriptor). */
export function ResourcePage<P extends ListPath, V extends object = Record<string, unknown>>({
  resource: r,
  bare = false,
}: Props<P, V>) {
  type R = RecordOf<P>;
  const t = useTranslations('table');
  const may = useMay();
  const [state, setState] = useState<FormState<R>>({ mode: 'none' });
  const [opened, setOpened] = useState(false);
  if (state.mode !== 'none' && !opened) setOpened(true);
  const [chosen, setChosen] = useState<R[]>([]);
  const filters = r.filters ?? [];
  const list = useList(r.list, {
    filters: namesOf(filters),
    days: dayNames(filters),
    prefix: r.prefix,
    fixed: r.fixed,
    path: r.params,
    every: r.every,
  });
  const rowKey = r.rowKey ?? ('id' as keyof R & string);
  const changes = [r.list, ...(r.changes ?? [])];
  const page: PageHandle<R> = {
    add: (values) => setState({ mode: 'add', values }),
    update: (row) => setState({ mode: 'update', row }),
    refresh: list.refresh,
  };
  const actions = actionsOf(r, t('edit'));
  const columns: Column<R>[] = actions.some((a) => may(a.gate ?? {}))
    ? [
        ...r.columns,
        {
          field: 'actions',
          title: t('actions'),
          width: 1,
          number: true,
          fixed: true,
          stays: true,
          render: (row) => (
            <RowActions row={row} actions={actions} page={page} changes={changes} onChanged={r.onChanged} />
          ),
        },
      ]
    : r.columns;
  const add = r.form?.add && (
    <Can {...r.form.add.gate}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => page.add()}>
        {r.form.add.label ?? t('add')}
      </Button>
    </Can>
  );
  const batch = (r.batch ?? []).filter((a) => may(a.gate ?? {}));
  const exporting = r.export === true ? {} : r.export || null;
  const body = (
    <>
      <ResourceTable<R & object>
        label={r.title}
        list={list as never}
        rowKey={rowKey as never}
        columns={columns as never}
        filters={filters}
        settings={r.list + (r.prefix ?? '')}
        toolbar={
          exporting && (
            <ExportButton
              path={exporting.path ?? r.list.replace(/\/page$/, '/export')}
              query={list.wanted}
              gate={exporting.gate}
            />
          )
        }
        selection={
          batch.length > 0
            ? {
                rows: chosen as never,
                onChange: (rows) => setChosen(rows as never),
                bar: chosen.length > 0 && (
                  <BatchBar
                    rows={chosen}
                    actions={batch}
                    page={page}
                    changes={changes}
                    onDone={() => {
                      setChosen([]);
                      r.onChanged?.();
                    }}
                  />
                ),
              }
            : undefined
        }
        empty={{ title: r.empty, action: add }}
      />
      {r.form && opened && (
        <Suspense>
          <ResourceForm
            spec={r.form as never}
            state={state as never}
            rowKey={rowKey as never}
            changes={changes}
            onClose={() => setState({ mode: 'none' })}
            onDone={r.onChanged}
          />
        </Suspense>
      )}
    </>
  );
  if (bare) return body;
  return (
    <Page
      title={r.title}
      note={r.note}
      actions={
        <>
          {r.extra}
          {add}
        </>
      }
    >
      {body}
    </Page>
  );
}
