'use client';
import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { Page, Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useList } from '@/kit/resource/useList';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import css from './statistic.module.css';

const STATISTIC_LIST = '/dmp/lopmartechuserstatistics/page';
type Row = RecordOf<typeof STATISTIC_LIST>;
type Statistics = Resource<typeof STATISTIC_LIST, 'statistic'>;

/** Page of customers' account totals: a chart of the listed customers, and a table. */
export default function Statistics() {
  const t = useTranslations('statistic');
  return (
    <Page title={t('title')} note={t('note')}>
      <Compared />
      <ResourcePage resource={useStatistics()} bare />
    </Page>
  );
}

const FILTERS = ['name', 'type', 'countryCode', 'status', 'companyName', 'phone', 'createTimeStart', 'createTimeEnd'];
const DAYS = ['createTimeStart', 'createTimeEnd'];

/** The customers of the list below; it is the same question, so that nothing is asked twice. */
function Compared() {
  const t = useTranslations('statistic');
  const f = useFormat();
  const { rows, pending, error } = useList(STATISTIC_LIST, { filters: FILTERS, days: DAYS });
  if (error) return null; // the list says why
  return (
    <div className={css.chart}>
      <Panel>
        <Chart
          kind="bar"
          label={t('chart')}
          data={(rows ?? []).map(({ name, recharged, consumed }) => ({ name, recharged, consumed }))}
          x="name"
          xLabel={t('name')}
          series={[
            { field: 'recharged', label: t('recharged'), colour: 2 },
            { field: 'consumed', label: t('consumed'), colour: 1 },
          ]}
          height={200}
          format={(v) => f.count(v)}
          said={(v) => f.credits(v)}
          loading={pending}
        />
      </Panel>
    </div>
  );
}

function Name({ row }: { row: Row }) {
  const customers = usePathOf('aty/customer');
  return customers ? <Link to={`${customers}?id=${row.userId}`}>{row.name}</Link> : row.name;
}

function useStatistics(): Statistics {
  return {
    list: STATISTIC_LIST,
    words: 'statistic',
    rowKey: 'userId',
    filters: ['name', 'type', 'countryCode', 'status', 'companyName', 'phone', 'createTime'],
    columns: {
      name: { sort: true, fixed: true, filter: true, cell: (r) => <Name row={r} /> },
      companyName: { sort: true, hidden: true, from: 'xl', filter: true },
      phone: { sort: true, hidden: true, from: 'xl', filter: true },
      type: { dict: 'user_type', sort: true, from: 'xl', filter: true },
      countryCode: { as: 'country', sort: true, hidden: true, from: 'xl', filter: true },
      status: { dict: 'user_status', hidden: true, from: 'xl', filter: true },
      balance: { as: 'credit' },
      reserved: { as: 'credit', from: 'xl' },
      recharged: { as: 'credit', from: 'sm' },
      consumed: { as: 'credit', from: 'sm' },
      given: { as: 'credit', from: 'md' },
      withdrawn: { as: 'credit', from: 'lg' },
      adjusted: { as: 'credit', from: 'lg' },
      lastMoveTime: { as: 'time', from: 'xl' },
      createTime: { as: 'time', sort: true, hidden: true, from: 'xl', filter: 'days' },
    },
    export: true,
  };
}
