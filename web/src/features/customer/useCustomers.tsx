import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useBalance } from '@/kit/pay/balances';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { Copyable } from './Copyable';
import {
  bodyOf,
  CUSTOMER_FLAGS,
  CUSTOMER_LIMITS,
  CUSTOMER_LIST,
  CUSTOMER_RELATED,
  type Customer,
  type CustomerFormValues,
  USER_TYPE,
  useAgents,
  useIsStaff,
} from './customer';
import css from './customer.module.css';
import { Fields } from './Fields';
import { type OpenCustomerDialog, useCustomerActions } from './useCustomerActions';
import { useCustomerBulk } from './useCustomerBulk';
import { useHandover } from './useHandover';

/** The columns of a customer, in the list and on its own page. */
export function useCustomerColumns(): Columns<typeof CUSTOMER_LIST, 'customer'> {
  const t = useTranslations('customer');
  const f = useFormat();
  const staff = useIsStaff();
  const agents = useAgents();
  const many = usePermission()({ types: [USER_TYPE.admin, USER_TYPE.agent] });
  const mark = (on: boolean) => (on ? t('yes') : '–');
  const throughput = (n: number) => (n > 0 ? t('perSecond', { n }) : t('unlimited'));
  const flag = (f: (typeof CUSTOMER_FLAGS)[number]) => ({ hidden: true, cell: (c: Customer) => mark(c[f]) });
  return {
    name: { sort: true, fixed: true, filter: true, cell: (c) => <Name customer={c} />, only: 'list' },
    phone: {
      sort: true,
      from: 'sm',
      filter: true,
      cell: (c) => <span className={css.digits}>{c.phone}</span>,
      fact: (c) => <Copyable text={c.phone} />,
    },
    companyName: { filter: true, only: 'detail', cell: (c) => c.companyName || '–' },
    email: { only: 'detail', cell: (c) => (c.email ? <Copyable text={c.email} /> : '–') },
    countryCode: { as: 'country', sort: true, from: 'lg', filter: true },
    customerType: { dict: 'customer_type', sort: true, from: 'xl', hidden: true, filter: true },
    type: many && { dict: 'user_type', sort: true, from: 'xl', hidden: true, filter: true },
    customerLevel: { sort: true, from: 'xl', hidden: true, number: true, cell: (c) => levelText(c) },
    status: { dict: 'user_status', sort: true, from: 'sm', filter: true },
    activated: {
      from: 'xl',
      hidden: true,
      cell: (c) => t(verificationOf(c)),
      filter: {
        options: [
          { value: 'true', label: t('activatedYes') },
          { value: 'false', label: t('activatedNo') },
        ],
      },
    },
    verificationRequested: many && {
      only: 'filter',
      filter: { options: [{ value: 'true', label: t('requestedYes') }] },
    },
    'own.credit': {
      only: 'list',
      title: f.inCredits(t('credit')),
      number: true,
      cell: (c) => <AvailableCredit userId={c.userId} />,
    },
    agentId: staff && { from: 'xl', cell: (c) => agents.name(c.agentId) ?? '–', filter: { options: agents.options } },
    recommendUserName: { from: 'xl', hidden: true, filter: true },
    groupSendWeight: { as: 'count', hidden: true, sort: true },
    currency: { hidden: true, cell: (c) => c.currency || '–' },
    dailyBatchCount: {
      hidden: true,
      number: true,
      cell: (c) => (c.dailyBatchCount > 0 ? f.count(c.dailyBatchCount) : t('unlimited')),
    },
    maxThroughput: { hidden: true, number: true, cell: (c) => throughput(c.maxThroughput) },
    usdtAuth: flag('usdtAuth'),
    apiCustomer: flag('apiCustomer'),
    coreCustomer: flag('coreCustomer'),
    brandCustomer: flag('brandCustomer'),
    createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
  };
}

function verificationOf(c: Customer) {
  if (c.verificationRequested) return 'activatedRequested';
  return c.activated ? 'activatedYes' : 'activatedNo';
}

const levelText = (c: Customer) => (c.customerLevel === null || c.customerLevel === '' ? '–' : String(c.customerLevel));

function Name({ customer: c }: { customer: Customer }) {
  const t = useTranslations('customer');
  const { href } = useSearch();
  return (
    <div className={css.name}>
      <Link to={href({ id: c.userId })}>{c.name}</Link>
      <span>{[c.type === USER_TYPE.secondary && t('secondaryTag'), c.companyName].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

/** Shows the available credit, and below it the credit that orders reserve. */
export function AvailableCredit({ userId }: { userId: string }) {
  const t = useTranslations('customer');
  const f = useFormat();
  const has = useBalance(userId);
  return (
    <div className={css.held}>
      <span>{f.credit(has?.available)}</span>
      {has && has.reserved > 0 && <small>{t('reservedOf', { amount: f.credit(has.reserved) })}</small>}
    </div>
  );
}

/** The form of a customer, and of a secondary user where the values name the one above it. */
export function useCustomerForm(): NonNullable<Resource<typeof CUSTOMER_LIST, 'customer', CustomerFormValues>['form']> {
  const t = useTranslations('customer');
  const first = usePermission()({ types: [USER_TYPE.first] });
  const handOver = useHandover();
  return {
    add: first
      ? { permission: 'aty:customerinfo:secondary', label: t('secondary') }
      : { permission: 'aty:customerinfo:add' },
    update: { permission: 'aty:customerinfo:edit', title: t('edit') },
    defaults: { customerType: 'person' },
    values: (c) => ({
      name: c.name,
      phone: c.phone,
      email: c.email,
      companyName: c.companyName,
      countryCode: c.countryCode || undefined,
      customerType: c.customerType || undefined,
      customerLevel: levelText(c) === '–' ? undefined : levelText(c),
      recommendUserId: c.recommendUserId || undefined,
      currency: c.currency || undefined,
      ...Object.fromEntries(
        [...CUSTOMER_FLAGS, ...Object.keys(CUSTOMER_LIMITS)].map((k) => [k, c[k as keyof Customer] || undefined]),
      ),
    }),
    send: (v, row) => {
      if (row) return request('put', '/aty/customerinfo', { body: { ...bodyOf(v), userId: row.userId } });
      if (first || v.parent)
        return request('post', '/aty/customerinfo/secondary', { body: { ...bodyOf(v), parentId: v.parent?.userId } });
      return request('post', '/aty/customerinfo', { body: { ...bodyOf(v), agentId: v.agentId } });
    },
    fields: ({ mode, row }) => <Fields mode={mode} row={row} />,
    onAnswer: (answer, v, row) => row ?? handOver(answer, { name: v.name ?? '', phone: v.phone ?? '' }),
  };
}

export function useCustomers(
  open: (o: OpenCustomerDialog) => void,
  weigh: (rows: Customer[]) => void,
): Resource<typeof CUSTOMER_LIST, 'customer', CustomerFormValues> {
  return {
    list: CUSTOMER_LIST,
    words: 'customer',
    rowKey: 'userId',
    export: true,
    changes: [...CUSTOMER_RELATED],
    filters: [
      'name',
      'phone',
      'companyName',
      'status',
      'activated',
      'countryCode',
      'customerType',
      'type',
      'agentId',
      'recommendUserName',
      'createTime',
      'verificationRequested',
    ],
    columns: useCustomerColumns(),
    form: useCustomerForm(),
    actions: useCustomerActions(open),
    batch: [
      {
        key: 'weigh',
        permission: 'aty:customerinfo:upperbatch',
        run: (rows) => weigh(rows),
      },
      ...useCustomerBulk(),
    ],
  };
}
