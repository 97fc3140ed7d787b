import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Can, usePermission } from '@/kit/access/Can';
import { Page } from '@/kit/page/Page';
import type { ListPath, RecordOf } from '@/lib/api/types';
import { lazyModule } from '@/lib/router/lazyModule';
import { useBatch } from './Batch';
import type { FormState, LabelledRowAction, PageHandle, Resource } from './descriptor';
import { Exporting } from './Exporting';
import { dayNames, namesOf } from './Filters';
import type { ResourceForm as TheForm } from './ResourceForm';
import { ResourceTable } from './ResourceTable';
import { RowActions } from './RowActions';
import { type AnyColumns, type FeatureTexts, type Noun, useFeatureTexts, useSchema } from './schema';
import { useList } from './useList';
import { useDefaultView } from './views';

// A list is seen more often than its form is opened, and antd's forms are a third of it.
export const LazyForm = lazyModule(async () => ({ default: (await import('./ResourceForm')).ResourceForm }), ['antd']);
/** A module that is loaded late loses its type parameters. */
const ResourceForm = LazyForm as unknown as typeof TheForm;

type Props<P extends ListPath, N extends Noun, V extends object> = {
  resource: Resource<P, N, V>;
  /** Omits the page's head, for a list inside of another page. */
  bare?: boolean;
};

const labelled = <A extends { key: string; label?: string }>(a: A, t: FeatureTexts) => ({
  ...a,
  label: a.label ?? t(a.key),
});

/** Returns the actions of a row; editing comes first, if the form supports it. */
function actionsOf<P extends ListPath, N extends Noun, V extends object>(
  r: Resource<P, N, V>,
  t: FeatureTexts,
  edit: string,
): LabelledRowAction<RecordOf<P>>[] {
  const update = r.form?.update;
  const change: LabelledRowAction<RecordOf<P>>[] = update
    ? [{ ...update, key: 'edit', label: update.label ?? edit, run: (row, page) => page.update(row) }]
    : [];
  return [...change, ...(r.actions ?? []).map((a) => labelled(a, t))];
}

/** A whole page from one description: list, search, actions, export and form (see descriptor). */
export function ResourcePage<P extends ListPath, N extends Noun, V extends object = Record<string, unknown>>({
  resource: r,
  bare = false,
}: Props<P, N, V>) {
  type R = RecordOf<P>;
  const t = useTranslations('table');
  const words = useFeatureTexts(r.words);
  const may = usePermission();
  const [state, setState] = useState<FormState<R>>({ mode: 'none' });
  const [opened, setOpened] = useState(false);
  if (state.mode !== 'none' && !opened) setOpened(true);
  const [chosen, setChosen] = useState<R[]>([]);
  const { columns, filters } = useSchema<R>(r.words, r.columns as AnyColumns<R>, r.filters);
  const settings = r.settings ?? r.list + (r.prefix ?? '');
  const list = useList(r.list, {
    defaultView: useDefaultView(settings || undefined),
    filters: namesOf(filters),
    days: dayNames(filters),
    prefix: r.prefix,
    fixed: r.fixed,
    path: r.params,
    every: r.every,
  });
  const changes = [r.list, ...(r.changes ?? [])];
  const page: PageHandle<R> = {
    add: (values) => setState({ mode: 'add', values }),
    update: (row) => setState({ mode: 'update', row }),
    refresh: list.refresh,
  };
  const actions = actionsOf(r, words, t('edit'));
  const acts = {
    field: 'actions',
    title: t('actions'),
    width: 1,
    number: true,
    fixed: true,
    stays: true,
    render: (row: R) => <RowActions {...{ row, actions, page, changes, onChanged: r.onChanged }} />,
  };
  const title = r.title ?? words('title');
  const label = r.form?.add?.label ?? (words.has('add') ? words('add') : t('add'));
  const add = r.form?.add && (
    <Can {...r.form.add}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => page.add()}>
        {label}
      </Button>
    </Can>
  );
  const batch = useBatch({ resource: r, words, chosen, setChosen, page });
  const body = (
    <>
      <ResourceTable<R>
        label={title}
        list={list}
        rowKey={r.rowKey ?? ('id' as keyof R & string)}
        columns={actions.some((a) => may(a)) ? [...columns, acts] : columns}
        filters={filters}
        expected={r.expected}
        settings={settings}
        prefix={r.prefix}
        toolbar={
          <>
            <Exporting resource={r} query={list.wanted} />
            {bare && r.extra}
            {bare && add}
          </>
        }
        selection={batch.selection}
        empty={{ title: r.empty ?? words('empty'), action: add }}
      />
      {batch.dialog}
      {r.form && opened && (
        <Suspense>
          <ResourceForm
            spec={{ ...r.form, add: r.form.add && { ...r.form.add, label } }}
            state={state}
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
      title={title}
      note={r.note ?? (words.has('note') ? words('note') : undefined)}
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
