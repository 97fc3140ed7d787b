import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { BALANCES } from '@/kit/pay/balances';
import { get } from '@/lib/api/query';
import type { Data, RecordOf } from '@/lib/api/types';

export const CUSTOMER_LIST = '/aty/customerinfo/page';
export type Customer = RecordOf<typeof CUSTOMER_LIST>;
export type CustomerDetail = Data<'get', '/aty/customerinfo'>;
/** What a customer sent by day. */
export const CUSTOMER_DAYS = '/dmp/sending/customer/{id}';
/** Internal notes about a customer. */
export const NOTES = '/aty/customernote/{userId}';
export type CustomerNote = NonNullable<Data<'get', typeof NOTES>['records']>[number];

/** User types (business-domain §6). */
export const USER_TYPE = { admin: 1, first: 2, secondary: 3, agent: 11 } as const;

/** Queries that a change of a customer makes stale besides the list. */
export const CUSTOMER_RELATED = ['/aty/customerinfo', BALANCES] as const;
/** Queries of customers: the list and one customer. */
export const CUSTOMER_QUERIES = [CUSTOMER_LIST, ...CUSTOMER_RELATED] as const;
/** Queries that a credit movement makes stale. */
export const CREDIT_QUERIES = [
  ...CUSTOMER_QUERIES,
  '/aty/customerinfo/statement/page',
  '/aty/accountstatement/page',
] as const;

/** Permissions and benefits of a customer besides its prices. */
export const CUSTOMER_FLAGS = ['usdtAuth', 'apiCustomer', 'coreCustomer', 'brandCustomer'] as const;
export const CUSTOMER_LIMITS = {
  groupSendWeight: 1000,
  dailyBatchCount: 10_000,
  maxThroughput: 100_000,
  brandDiscount: 100,
} as const;
type Terms = Record<(typeof CUSTOMER_FLAGS)[number], boolean> &
  Record<keyof typeof CUSTOMER_LIMITS, number | null> & { currency: string };
/** Terms that an agent grants, too; only the platform grants the others. */
export const AGENTS_FLAGS: readonly string[] = ['usdtAuth', 'apiCustomer'];
export const CURRENCIES = ['RMB', 'USD', 'EUR'] as const;

/** Values of the form. `parent` makes the customer a secondary user. */
export type CustomerFormValues = Partial<Terms> & {
  name: string;
  phone: string;
  email?: string;
  companyName?: string;
  countryCode?: string;
  customerType?: string;
  customerLevel?: string;
  recommendUserId?: string;
  agentId?: string;
  parent?: Pick<Customer, 'userId' | 'name'>;
};

/** The password that a reset gives: the last six digits of the phone (business-domain §5). */
export const initialPassword = (phone: string) => phone.slice(-6);

/** A level on the wire: a whole number or a short text; nothing when it is empty. */
export function levelOf(text: string | undefined): number | string | undefined {
  const level = text?.trim();
  return level && /^\d{1,9}$/.test(level) ? Number(level) : level || undefined;
}

/** Returns the request of the form's values. */
export function bodyOf(v: CustomerFormValues) {
  const { customerLevel, parent: _, agentId: __, ...said } = v;
  // A field that was emptied is emptied on the wire; one that the form does not have says nothing.
  const emptied = (v: number | null | undefined) => (v === null ? 0 : v);
  const limits = {
    groupSendWeight: emptied(v.groupSendWeight),
    dailyBatchCount: emptied(v.dailyBatchCount),
    maxThroughput: emptied(v.maxThroughput),
    brandDiscount: emptied(v.brandDiscount),
  };
  return { ...said, ...limits, customerLevel: levelOf(customerLevel) };
}

/** Staff name agents and weights; an agent's customers are its own. */
export const useIsStaff = () => usePermission()({ types: [USER_TYPE.admin] });

const MAX_AGENTS = 100;

/** Agents that a customer can belong to, by id; for staff alone. */
export function useAgents() {
  const staff = useIsStaff();
  const found = useQuery({ ...get('/aty/customerinfo/sys/proxy', { query: { size: MAX_AGENTS } }), enabled: staff });
  const all = found.data?.records ?? [];
  return {
    options: all.map((a) => ({ value: a.userId, label: a.name })),
    name: (id: string | undefined) => all.find((a) => a.userId === id)?.name ?? id,
    loading: found.isLoading,
  };
}

/** The text about the low-balance alert of a customer: none is set, the balance is above it, or below it. */
export function alertOf({ balance, alertBelow = 0 }: Pick<CustomerDetail, 'balance' | 'alertBelow'>) {
  if (alertBelow <= 0) return 'noAlert';
  return balance < alertBelow ? 'belowAlert' : 'alertAt';
}
