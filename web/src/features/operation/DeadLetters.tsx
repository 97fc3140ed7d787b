import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { Time } from '@/kit/cell/cells';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { Table, type TableColumn } from '@/ui/Table';
import { DeadGroup } from './DeadGroup';
import { type Action, DEAD, DEAD_EDIT, type Group } from './dead';
import { FIGURES, type Figures, sum } from './figures';
import css from './operation.module.css';

// Dead letters are looked at more often than changed.
const DeadDialog = lazyModule(() => import('./DeadDialog'), ['antd', 'operation']);

type Props = { figures: Figures | undefined; every: number | false };

/** Messages that queues gave up: by queue and error, or those of one group (`?queue=&group=`). */
export function DeadLetters({ figures, every }: Props) {
  const { params, set } = useSearch();
  const { data, error, refetch } = useQuery({ ...get(DEAD), refetchInterval: every });
  const [action, setAction] = useState<Action>();
  const [ran, setRan] = useState(0);
  const open = data?.groups?.find((g) => g.queue === params.get('queue') && g.group === params.get('group'));
  const wanted = params.get('group') !== null;
  return (
    <>
      <ErrorAlert error={error} onRetry={refetch} className={css.alert} />
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && wanted && (
        <DeadGroup
          key={ran}
          group={open}
          onAct={setAction}
          onBack={() => set({ queue: null, group: null, after: null })}
        />
      )}
      {data && !wanted && <Groups all={data.groups ?? []} more={data.more} figures={figures} />}
      {action && (
        <LazyOverlay onFail={() => setAction(undefined)}>
          <DeadDialog
            action={action}
            onClose={(done) => {
              setAction(undefined);
              if (done) setRan(ran + 1);
            }}
          />
        </LazyOverlay>
      )}
    </>
  );
}

function Groups({ all, more, figures }: { all: Group[]; more: boolean; figures: Figures | undefined }) {
  const t = useTranslations('operation');
  const may = usePermission();
  const columns = useGroupColumns();
  const collect = useApiMutation(() => request('post', '/system/deadletter/collect'), {
    changes: [DEAD, FIGURES],
    quiet: true,
  });
  const soon = sum(figures?.queues, (q) => q.collectable);
  return (
    <Panel title={t('deadGroups')}>
      <p className={css.hint}>{t('deadHint')}</p>
      {!may(DEAD_EDIT) && <p className={css.hint}>{t('deadReadOnly')}</p>}
      {soon > 0 && (
        <p className={css.soon} role="status">
          {t('collectable', { n: soon })}
          <ActionButton size="small" gate={{ permission: DEAD_EDIT }} onAct={() => collect.mutateAsync()}>
            {t('collect')}
          </ActionButton>
        </p>
      )}
      {more && <p>{t('deadMore')}</p>}
      {all.length === 0 ? (
        <EmptyState motif="list" description={t('deadNone')} />
      ) : (
        <ScrollBox label={t('deadGroups')}>
          <Table<Group> columns={columns} dataSource={all} rowKey={(g) => `${g.queue} ${g.group}`} />
        </ScrollBox>
      )}
    </Panel>
  );
}

function useGroupColumns(): TableColumn<Group>[] {
  const t = useTranslations('operation');
  const f = useFormat();
  const { href } = useSearch();
  return [
    {
      key: 'error',
      title: t('error'),
      render: (g) => (
        <span className={css.named}>
          <Link to={href({ queue: g.queue, group: g.group })} className={css.error}>
            {g.error || t(g.unreadable ? 'unreadable' : 'errorUnknown')}
          </Link>
          <small>
            <code>{g.task || '–'}</code>
          </small>
        </span>
      ),
    },
    { key: 'queue', title: t('queue'), render: (g) => <code>{g.queue}</code> },
    { key: 'count', title: t('number'), align: 'end', render: (g) => f.count(g.count) },
    { key: 'oldest', title: t('oldestLetter'), from: 'sm', render: (g) => <Time value={g.oldest} /> },
    { key: 'newest', title: t('newestLetter'), from: 'md', render: (g) => <Time value={g.newest} /> },
  ];
}
