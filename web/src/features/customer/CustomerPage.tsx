import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/cell/cells';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page } from '@/kit/page/Page';
import { type Tab, Tabs } from '@/kit/page/Tabs';
import type { FormState } from '@/kit/resource/descriptor';
import type { ResourceForm as TheForm } from '@/kit/resource/ResourceForm';
import { LazyForm } from '@/kit/resource/ResourcePage';
import { RowActions } from '@/kit/resource/RowActions';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { get } from '@/lib/api/query';
import { CUSTOMER_QUERIES, type Customer, type CustomerDetail, USER_TYPE } from './customer';
import css from './customer.module.css';
import { Overview } from './Overview';
import { Secondaries } from './Secondaries';
import { type OpenCustomerDialog, useCustomerActions } from './useCustomerActions';
import { useCustomerForm } from './useCustomers';

const ResourceForm = LazyForm as unknown as typeof TheForm;

type Props = { id: string; open: (o: OpenCustomerDialog) => void; onBack: () => void };

/** The page of a customer: its actions, an overview, and its related lists in tabs. */
export function CustomerPage({ id, open, onBack }: Props) {
  const t = useTranslations('customer');
  const tt = useTranslations('table');
  const found = useQuery(get('/aty/customerinfo', { query: { userId: id } }));
  const [state, setState] = useState<FormState<Customer>>({ mode: 'none' });
  const form = useCustomerForm();
  const actions = useCustomerActions(open);
  const labels = useTranslations('customer') as (key: string) => string;
  const page = {
    add: (values?: object) => setState({ mode: 'add', values }),
    update: (row: Customer) => setState({ mode: 'update', row }),
    refresh: () => void found.refetch(),
  };
  const acts = [
    { ...form.update, key: 'edit', label: tt('edit'), run: (row: Customer) => page.update(row) },
    ...actions.map((a) => ({ ...a, label: a.label ?? labels(a.key) })),
  ];
  const { data: row, error } = found;
  const tabs = useTabs(id, row);
  const back = { label: t('back'), onClick: onBack };
  if (!row && error)
    return (
      <Page title={t('title')} back={back}>
        <ErrorAlert error={error} onRetry={found.refetch} />
      </Page>
    );
  return (
    <>
      <Page
        title={row ? <Title customer={row} /> : <span className={css.wait} />}
        note={row ? [row.companyName, row.phone].filter(Boolean).join(' · ') : '\u00a0'}
        actions={
          row && (
            <RowActions {...{ row, actions: acts, page }} changes={CUSTOMER_QUERIES} onChanged={() => gone(found)} />
          )
        }
        back={back}
      >
        {row?.locked && (
          <Alert className={css.given} type="error" showIcon title={t('lockedNow')} description={row.lockReason} />
        )}
        <Tabs tabs={tabs} row={row} label={t('more')} name="c_tab" />
      </Page>
      {state.mode !== 'none' && (
        <Suspense>
          <ResourceForm
            spec={form}
            state={state}
            changes={CUSTOMER_QUERIES}
            onClose={() => setState({ mode: 'none' })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Refetches a deleted customer, so that the page says that it is gone. */
const gone = (found: { refetch: () => unknown }) => void found.refetch();

function Title({ customer: c }: { customer: Customer }) {
  return (
    <>
      {c.name} <DictTag code="user_status" value={c.status} />
    </>
  );
}

const ORDERS = ['gc:groupsendorder:page', 'bgo:buildgroup:page', 'call:order:page', 'edm:order:page'] as const;

function useTabs(id: string, row: CustomerDetail | undefined): Tab<CustomerDetail>[] {
  const t = useTranslations('customer');
  const may = usePermission();
  const embedded = (key: 'charges' | 'orders' | 'sessions' | 'audit') => ({
    key,
    label: t(`tabs.${key}`),
    content: () => <FeatureSlot slot={key} userId={id} />,
  });
  const overview = (c?: CustomerDetail) => <Overview id={id} customer={c} />;
  const statement: Tab<CustomerDetail> = {
    key: 'statement',
    label: t('tabs.statement'),
    content: (c) => <FeatureSlot slot="statement" userId={id} name={c.name} />,
  };
  const users: Tab<CustomerDetail> = {
    key: 'secondaries',
    label: t('tabs.secondaries'),
    content: (c) => <Secondaries customer={c} />,
  };
  return [
    { key: 'overview', label: t('tabs.overview'), content: overview, wait: overview() },
    ...(ORDERS.some((permission) => may({ permission })) ? [embedded('orders')] : []),
    ...(may({ permission: 'aty:customerinfo:price' }) ? [embedded('charges')] : []),
    ...(may({ permission: 'aty:accountstatement:page' }) ? [statement] : []),
    ...(row?.type !== USER_TYPE.secondary ? [users] : []),
    ...(may({ permission: 'oauth:session:page' }) ? [embedded('sessions')] : []),
    ...(may({ permission: 'system:audit:page' }) ? [embedded('audit')] : []),
  ];
}
