'use client';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { ActionButton } from '@/kit/action/ActionButton';
import { Time } from '@/kit/cell/cells';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { POLL } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';
import { CHECK, CHECK_KINDS, type CheckKind, RUN } from './check';
import { History } from './History';
import { Report } from './Report';
import css from './reconcile.module.css';

/** The page of checks: the last one of a kind and those before it, or one of them by `?run=`. */
export default function Reconcile() {
  const { params, set } = useSearch();
  const kind: CheckKind = params.get('kind') === 'payments' ? 'payments' : 'books';
  const id = params.get('run');
  return id ? <Earlier kind={kind} id={id} onBack={() => set({ run: null })} /> : <Last kind={kind} />;
}

/** The last check of a kind with its progress, and the button that starts one. */
function Last({ kind }: { kind: CheckKind }) {
  const t = useTranslations('reconcile');
  const { set } = useSearch();
  const last = useQuery({
    ...get(CHECK, { query: { kind } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL.task : false),
  });
  const start = useApiMutation(() => request('post', CHECK, { query: { kind } }), { changes: [CHECK], quiet: true });
  const running = last.data?.status === 'running';
  const ended = last.data?.status === 'done' ? last.data.id : '';
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <ActionButton
          type="primary"
          gate={{ permission: 'aty:ledger:reconcile' }}
          disabled={running && t('underWay')}
          onAct={() => start.mutateAsync()}
        >
          {t('start')}
        </ActionButton>
      }
    >
      <div className={css.kinds}>
        <Segmented<CheckKind>
          aria-label={t('kind')}
          value={kind}
          options={CHECK_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(value) => set({ kind: value === 'books' ? null : value, after: null })}
        />
      </div>
      <ErrorAlert error={last.error} onRetry={last.refetch} />
      {last.isPending && <Skeleton active />}
      {last.data?.status === 'none' && <EmptyState description={t('none')} />}
      {last.data && last.data.status !== 'none' && <Report title={t('last')} check={last.data} />}
      {/* Below what is as high as it is found to be, so only when that is known. */}
      {!last.isPending && <History kind={kind} ended={ended} />}
    </Page>
  );
}

/** A check that ended, with its differences. */
function Earlier({ kind, id, onBack }: { kind: CheckKind; id: string; onBack: () => void }) {
  const t = useTranslations('reconcile');
  const one = useQuery(get(RUN, { path: { kind, id } }));
  return (
    <Page
      title={t(`kinds.${kind}`)}
      note={<Time value={one.data?.startTime} />}
      back={{ label: t('back'), onClick: onBack }}
    >
      <ErrorAlert error={one.error} onRetry={one.refetch} />
      {one.isPending && <Skeleton active />}
      {one.data && <Report title={t('title')} check={one.data} />}
    </Page>
  );
}
