import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/cell/cells';
import { DetailPage } from '@/kit/page/DetailPage';
import type { Tab } from '@/kit/page/Tabs';
import type { FormState } from '@/kit/resource/descriptor';
import type { ResourceForm as TheForm } from '@/kit/resource/ResourceForm';
import { LazyForm } from '@/kit/resource/ResourcePage';
import { RowActions } from '@/kit/resource/RowActions';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { get } from '@/lib/api/query';
import { CUSTOMER_QUERIES, type Customer, USER_TYPE } from './customer';
import css from './customer.module.css';
import { Secondaries } from './Secondaries';
import { type OpenCustomerDialog, useCustomerActions } from './useCustomerActions';
import { useCustomerColumns, useCustomerForm } from './useCustomers';

const ResourceForm = LazyForm as unknown as typeof TheForm;

type Props = { id: string; open: (o: OpenCustomerDialog) => void; onBack: () => void };

/** The page of a customer: its data, its credit, its actions, and its related lists. */
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
  return (
    <>
      <DetailPage
        words="customer"
        columns={useCustomerColumns()}
        query={found}
        title={(c) => (
          <>
            {c.name} <DictTag code="user_status" value={c.status} />
          </>
        )}
        note={(c) => [c.companyName, c.phone].filter(Boolean).join(' · ')}
        actions={(row) => (
          <RowActions {...{ row, actions: acts, page }} changes={CUSTOMER_QUERIES} onChanged={() => gone(found)} />
        )}
        back={{ label: t('back'), onClick: onBack }}
        tabs={useTabs(found.data)}
        tabsLabel={t('more')}
        prefix="c_"
      >
        {found.data?.locked && (
          <Alert
            className={css.given}
            type="error"
            showIcon
            title={t('lockedNow')}
            description={found.data.lockReason}
          />
        )}
      </DetailPage>
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

const ORDERS = ['gc:groupsendorder:page', 'bgo:buildgroup:page', 'call:order:page'] as const;

function useTabs(row: Customer | undefined): Tab<Customer>[] {
  const t = useTranslations('customer');
  const may = usePermission();
  const embedded = (key: 'charges' | 'orders' | 'sessions' | 'audit') => ({
    key,
    label: t(`tabs.${key}`),
    content: (c: Customer) => <FeatureSlot slot={key} userId={c.userId} />,
  });
  const statement: Tab<Customer> = {
    key: 'statement',
    label: t('tabs.statement'),
    content: (c) => <FeatureSlot slot="statement" userId={c.userId} name={c.name} />,
  };
  return [
    ...(may({ permission: 'aty:accountstatement:page' }) ? [statement] : []),
    ...(may({ permission: 'aty:customerinfo:price' }) ? [embedded('charges')] : []),
    ...(row?.type === USER_TYPE.first
      ? [{ key: 'secondaries', label: t('tabs.secondaries'), content: (c: Customer) => <Secondaries customer={c} /> }]
      : []),
    ...(ORDERS.some((permission) => may({ permission })) ? [embedded('orders')] : []),
    ...(may({ permission: 'oauth:session:page' }) ? [embedded('sessions')] : []),
    ...(may({ permission: 'system:audit:page' }) ? [embedded('audit')] : []),
  ];
}
