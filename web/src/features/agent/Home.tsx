import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { byDay } from './agent';
import css from './agent.module.css';

const MAX_LOW = 6; // beside the chart: more would push down what is below

type Figures = Data<'get', '/proxy/home'>;

/** The overview of an agent: its margin this month by day, its customers, and those with little credit. */
export function Home({ agentId }: { agentId: string | undefined }) {
  const t = useTranslations('agent');
  const f = useFormat();
  const home = useQuery(get('/proxy/home', { query: { agentId } }));
  const figures = home.data;
  return (
    <>
      <ErrorAlert error={home.error} onRetry={home.refetch} />
      <div className={css.home} aria-busy={home.isPending}>
        <Panel title={t('month')}>
          <DescriptionList
            items={[
              { label: t('margin'), value: <b>{f.credits(figures?.margin)}</b> },
              { label: t('credit'), value: f.credits(figures?.balance) },
              { label: t('customers'), value: f.count(figures?.customers) },
              { label: t('newCustomers'), value: f.count(figures?.newCustomers) },
            ]}
          />
          <Chart
            kind="bar"
            label={t(figures?.more ? 'marginPart' : 'marginByDay')}
            data={byDay(figures?.days)}
            x="date"
            xLabel={t('day')}
            series={[{ field: 'margin', label: t('margin'), colour: 2 }]}
            height={200}
            format={(v) => f.count(v)}
            said={(v) => f.credits(v)}
            loading={home.isPending}
          />
        </Panel>
        <Panel title={t('low')}>
          <p className={css.rule}>{figures && t('lowBelow', { n: f.credit(figures.lowBelow) })}</p>
          <Low figures={figures} />
        </Panel>
      </div>
    </>
  );
}

function Low({ figures }: { figures: Figures | undefined }) {
  const t = useTranslations('agent');
  const f = useFormat();
  const customers = usePathOf('aty/customer');
  const rows = (figures?.low ?? []).slice(0, MAX_LOW);
  if (figures && rows.length === 0) return <p className={css.none}>{t('noneLow')}</p>;
  return (
    <ul className={css.low}>
      {rows.map((c) => (
        <li key={c.userId}>
          {customers ? <Link to={`${customers}?id=${c.userId}`}>{c.name}</Link> : c.name}
          <span data-warn={figures !== undefined && c.balance < figures.lowBelow}>{f.credits(c.balance)}</span>
        </li>
      ))}
    </ul>
  );
}
