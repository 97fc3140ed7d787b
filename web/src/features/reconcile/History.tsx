import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { Table, type TableColumn } from '@/ui/Table';
import { type CheckKind, MAX_RUNS, type Past, RUNS, stateOf } from './check';
import css from './reconcile.module.css';

/** Checks that have ended, newest first. `ended` is the last one: when it is another, they are asked for again. */
export function History({ kind, ended }: { kind: CheckKind; ended: string }) {
  const t = useTranslations('reconcile');
  const { params, set } = useSearch();
  const after = params.get('after') ?? undefined;
  const asked = get(RUNS, { query: { kind, after } });
  const { data, error, refetch, isPending } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, ended] as unknown as typeof asked.queryKey,
    placeholderData: keepPreviousData,
  });
  const all = data ?? [];
  return (
    <Panel title={t('history')}>
      <ErrorAlert error={error} onRetry={refetch} />
      {all.length === 0 && !error && <p className={css.fine}>{isPending ? '\u00a0' : t('noHistory')}</p>}
      {all.length > 0 && <Runs all={all} kind={kind} />}
      {(after || all.length === MAX_RUNS) && (
        <p className={css.pages}>
          {after && <Button onClick={() => set({ after: null })}>{t('newest')}</Button>}
          {all.length === MAX_RUNS && (
            <Button onClick={() => set({ after: all.at(-1)?.id ?? null })}>{t('older')}</Button>
          )}
        </p>
      )}
    </Panel>
  );
}

function Runs({ all, kind }: { all: Past[]; kind: CheckKind }) {
  const t = useTranslations('reconcile');
  const f = useFormat();
  const { href } = useSearch();
  const count = (field: 'accounts' | 'entries' | 'orders' | 'lines' | 'credited'): TableColumn<Past> => ({
    key: field,
    title: t(field),
    align: 'end',
    from: 'md',
    render: (r) => f.count(r[field]),
  });
  const columns: TableColumn<Past>[] = [
    {
      key: 'startTime',
      title: t('startTime'),
      render: (r) => (
        <Link to={href({ run: r.id })}>
          <Time value={r.startTime} />
        </Link>
      ),
    },
    { key: 'endTime', title: t('endTime'), from: 'lg', render: (r) => <Time value={r.endTime} /> },
    { key: 'by', title: t('by'), from: 'sm', render: (r) => r.by || t('night') },
    ...(kind === 'books'
      ? [count('accounts'), count('entries')]
      : [count('orders'), count('lines'), count('credited')]),
    {
      key: 'found',
      title: t('found'),
      render: (r) => {
        const { key, tone } = stateOf(r);
        return <Tone tone={tone}>{t(`states.${key}`, { n: r.found })}</Tone>;
      },
    },
  ];
  return (
    <ScrollBox label={t('history')}>
      <Table<Past> columns={columns} dataSource={all} rowKey={(r) => r.id} />
    </ScrollBox>
  );
}
