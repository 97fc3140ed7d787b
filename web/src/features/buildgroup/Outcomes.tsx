import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import css from './buildgroup.module.css';
import { type GroupOrder, PEOPLE } from './group';
import { useGroups } from './useGroups';

/** Chart colours of the member states. Waiting members have no result yet. */
const DRAWN = { joined: 'read', invited: 'delivered', refused: 'failed', left: 4, unknown: 3 } as const;

/** Shows the results of an order: the members by state, and how full each group is. */
export function Outcomes({ order }: { order: GroupOrder }) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const dict = useDict('group_member_state');
  const name = (s: string) => dict.find(s)?.name ?? s;
  const rows = useGroups(order).data?.records ?? [];
  const there = (Object.keys(DRAWN) as (keyof typeof DRAWN)[]).filter((s) => order.people[s] > 0);
  if (order.members === 0) return null;
  return (
    <Panel
      title={t('outcomes')}
      extra={
        <span className={css.joined}>
          {t('joinedOf', { n: f.count(order.people.joined), of: f.count(order.members) })}
        </span>
      }
    >
      <div className={css.charts}>
        <dl className={css.people}>
          {PEOPLE.map((s) => (
            <div key={s} data-testid={`people-${s}`} data-none={order.people[s] === 0}>
              <dt>{name(s)}</dt>
              <dd className={css.track} aria-hidden="true">
                <i data-state={s} style={{ width: `${(order.people[s] / order.members) * 100}%` }} />
              </dd>
              <dd className={css.figure}>{f.count(order.people[s])}</dd>
              <dd className={css.share}>{f.percent(order.people[s] / order.members)}</dd>
            </div>
          ))}
        </dl>
        <Chart
          kind="stack"
          label={t('fullness')}
          data={rows.map((g) => ({ group: g.index, ...g.members }))}
          x="group"
          xLabel={t('groupNo')}
          series={there.map((s) => ({ field: s, label: name(s), colour: DRAWN[s] }))}
          height={180}
          format={(v) => f.count(v)}
          empty={t('groupsEmpty')}
        />
      </div>
    </Panel>
  );
}
