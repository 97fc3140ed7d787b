import { Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { GROUP_TILES } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { GROUPS } from '@/ordering/kind';
import { countOf } from '@/ordering/order';
import { Pagination } from '@/ui/Pagination';
import css from './buildgroup.module.css';
import type { GroupOrder } from './group';
import { Members } from './Members';
import { Tile } from './Tile';
import { type Status, useGroups } from './useGroups';

/** The groups of an order as they are created, a tile each; only those of one state when the user filters. */
export function GroupGrid({ order }: { order: GroupOrder }) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const dict = useDict(GROUPS.states);
  const { params, set } = useSearch();
  const status = (params.get('g_status') ?? '') as Status | '';
  const current = Number(params.get('g_page')) || 1;
  const opened = Number(params.get('g_n')) || undefined;
  const { data, error, refetch } = useGroups(order, current, status);
  const groups = data?.records ?? [];
  const states = [
    { value: '', label: `${t('all')} ${f.count(order.total)}` },
    ...GROUPS.order
      .filter((s) => s === status || countOf(order, s) > 0)
      .map((s) => ({ value: s, label: `${dict.find(s)?.name ?? s} ${f.count(countOf(order, s))}` })),
  ];
  return (
    <Panel title={t('groups')}>
      <div className={css.filter}>
        <Segmented
          aria-label={t('byState')}
          options={states}
          value={status as string}
          onChange={(s) => set({ g_status: s || null, g_page: null })}
        />
      </div>
      {error ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : groups.length === 0 ? (
        <EmptyState description={t(status ? 'groupsNone' : 'groupsEmpty')} />
      ) : (
        <ul className={css.grid} aria-label={t('groups')}>
          {groups.map((g) => (
            <Tile key={g.index} order={order} group={g} onOpen={() => set({ g_n: g.index })} />
          ))}
        </ul>
      )}
      {data && data.total > GROUP_TILES && (
        <Pagination
          current={current}
          pageSize={GROUP_TILES}
          total={data.total}
          showTotal={(n) => t('groupsOf', { n: f.count(n) })}
          onChange={(page) => set({ g_page: page })}
        />
      )}
      <Members order={order} n={opened} name={groups.find((g) => g.index === opened)?.name} />
    </Panel>
  );
}
