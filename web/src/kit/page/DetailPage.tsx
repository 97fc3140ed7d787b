import type { ReactNode } from 'react';
import { type AnyColumns, type Columns, type Noun, useSchema } from '@/kit/resource/schema';
import type { ListPath, RecordOf } from '@/lib/api/types';
import { ErrorAlert } from './ErrorAlert';
import { DescriptionList, Page, Panel } from './Page';
import css from './page.module.css';
import { type Tab, Tabs } from './Tabs';

type Schema<P extends ListPath, N extends Noun> = {
  /** The feature's messages. */
  words: N;
  /** The schema of the list that the row is of. */
  columns: Columns<P, N>;
};

/** Shows the fields of a row line by line, based on the columns of its list. */
export function RecordDetails<P extends ListPath, N extends Noun>({
  words,
  columns,
  row,
  more = [],
}: Schema<P, N> & {
  row: RecordOf<P> | undefined;
  /** What is known of the row from elsewhere. */
  more?: { label: string; value: ReactNode }[];
}) {
  const { facts } = useSchema<RecordOf<P>>(words, columns as AnyColumns<RecordOf<P>>);
  const value = (render: (row: RecordOf<P>) => ReactNode) => (row ? render(row) : <span className={css.wait} />);
  return <DescriptionList items={[...facts.map((f) => ({ label: f.title, value: value(f.render) })), ...more]} />;
}

type Props<P extends ListPath, N extends Noun> = Schema<P, N> & {
  /** The row as `useQuery(get(…))` has it. */
  query: { data: RecordOf<P> | undefined; error: unknown; refetch: () => unknown };
  title: (row: RecordOf<P>) => ReactNode;
  note?: (row: RecordOf<P>) => ReactNode;
  actions?: (row: RecordOf<P>) => ReactNode;
  /** Left out where there is nothing to go back to. */
  back?: { label: string; onClick: () => void };
  /** Further content in tabs; the address has the chosen one as `<prefix>tab`. */
  tabs?: Tab<RecordOf<P>>[];
  tabsLabel?: string;
  prefix?: string;
  /** Below the facts, before the tabs. */
  children?: ReactNode;
};

/** The page of one row: its facts from the columns of its list, what can be done with it, and what hangs on it in tabs. */
export function DetailPage<P extends ListPath, N extends Noun>(p: Props<P, N>) {
  const { data: row, error, refetch } = p.query;
  if (!row && error)
    return (
      <Page title={p.back?.label ?? ''} back={p.back}>
        <ErrorAlert error={error} onRetry={refetch} />
      </Page>
    );
  const wait = <span className={css.wait} />;
  return (
    <Page
      back={p.back}
      title={row ? p.title(row) : wait}
      note={row ? p.note?.(row) : p.note && '\u00a0'}
      actions={row && p.actions?.(row)}
    >
      <Panel>
        <RecordDetails words={p.words} columns={p.columns} row={row} />
      </Panel>
      {p.children}
      {p.tabs && (
        <Tabs tabs={p.tabs} row={row} label={p.tabsLabel ?? p.back?.label ?? ''} name={`${p.prefix ?? ''}tab`} />
      )}
    </Page>
  );
}
