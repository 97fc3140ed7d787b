import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { RecordDetails } from '@/kit/page/DetailPage';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { ActivityChart } from './ActivityChart';
import { type CustomerDetail, USER_TYPE, useIsStaff } from './customer';
import { KeyFigures } from './KeyFigures';
import { Notes } from './Notes';
import css from './overview.module.css';
import { useCustomerColumns } from './useCustomers';

type Props = { id: string; customer: CustomerDetail | undefined };

/** The first tab of a customer: key figures, what it sent and spent by day, the notes about it, and its data. */
export function Overview({ id, customer }: Props) {
  const may = usePermission();
  const notes = may({ permission: 'aty:customernote:page', types: [USER_TYPE.admin, USER_TYPE.agent] });
  return (
    <>
      <KeyFigures id={id} customer={customer} />
      <div className={css.columns} data-notes={notes}>
        {may({ permission: 'dmp:sending:page' }) && (
          <div className={css.main}>
            <ActivityChart id={id} />
          </div>
        )}
        {notes && (
          <div className={css.side}>
            <Notes userId={id} />
          </div>
        )}
        <div className={css.below}>
          <Details id={id} customer={customer} />
        </div>
      </div>
    </>
  );
}

/** Terms and limits that staff or the agent grant. The other fields are who the customer is. */
const TERMS: readonly string[] = [
  'customerLevel',
  'groupSendWeight',
  'currency',
  'dailyBatchCount',
  'maxThroughput',
  'usdtAuth',
  'apiCustomer',
  'coreCustomer',
  'brandCustomer',
];

function Details({ id, customer }: Props) {
  const t = useTranslations('customer');
  const f = useFormat();
  const staff = useIsStaff();
  const sees = usePermission()({ permission: 'oauth:session:page' }) && staff;
  const sessions = useQuery({
    ...get('/oauth/session/page', { query: { userId: id, current: 1, size: 1 } }),
    enabled: sees,
  });
  const last = sessions.data?.records?.[0]?.lastTime;
  const all = useCustomerColumns();
  // The title of the page says the status.
  const { status: _, ...data } = all;
  const part = (terms: boolean) =>
    Object.fromEntries(Object.entries(data).filter(([name]) => TERMS.includes(name) === terms)) as typeof all;
  const activity = { label: t('lastSignIn'), value: last ? f.minute(last) : sessions.data ? t('noSession') : '–' };
  return (
    <>
      <Panel title={t('details')}>
        <RecordDetails words="customer" columns={part(false)} row={customer} more={sees ? [activity] : []} />
      </Panel>
      <Panel title={t('terms')}>
        <RecordDetails words="customer" columns={part(true)} row={customer} />
      </Panel>
    </>
  );
}
