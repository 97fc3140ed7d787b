import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import css from './welcome.module.css';

type Props<R> = {
  query: { data?: { records: R[] | null }; isPending: boolean; error: unknown; refetch: () => unknown };
  keyOf: (row: R) => string;
  empty: string;
  row: (row: R) => ReactNode;
  /** Takes the space of the rows that there are. */
  shrinks?: boolean;
};

/** Rows of a short list on this page. Their space is reserved while they load, and when there are fewer. */
export const MAX_ROWS = 5;

/** A few rows of a longer list. */
export function Rows<R>({ query, keyOf, empty, row, shrinks = false }: Props<R>) {
  const rows = query.data?.records ?? [];
  return (
    <div className={css.rows} data-shrinks={shrinks} aria-busy={query.isPending}>
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: MAX_ROWS }} />}
      <ErrorAlert className={css.alert} error={query.error} onRetry={query.refetch} />
      {query.data && rows.length === 0 && <p className={css.none}>{empty}</p>}
      <ul className={css.orders}>
        {rows.map((r) => (
          <li key={keyOf(r)}>{row(r)}</li>
        ))}
      </ul>
    </div>
  );
}
