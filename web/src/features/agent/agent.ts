import { BALANCES } from '@/kit/pay/balances';
import type { RecordOf } from '@/lib/api/types';

export const AGENT_LIST = '/proxy/page';
export type Agent = RecordOf<typeof AGENT_LIST>;
export const AGENT_TYPE = 11;

/** Queries of agents: the list and one agent. */
export const AGENT_QUERIES = [AGENT_LIST, '/proxy/info/{id}', BALANCES] as const;
/** Queries that a credit movement makes stale. */
export const CREDIT_QUERIES = [
  ...AGENT_QUERIES,
  '/proxy/home',
  '/proxy/statement',
  '/aty/accountstatement/page',
] as const;

/** Permissions and benefits of an agent besides its prices; the platform grants them. */
export const AGENT_FLAGS = ['usdtAuth', 'apiCustomer'] as const;
export const CURRENCIES = ['RMB', 'USD', 'EUR'] as const;
export const AGENT_TERMS = [...AGENT_FLAGS, 'currency'] as const;

export type AgentFormValues = Partial<Record<(typeof AGENT_FLAGS)[number], boolean>> & {
  currency?: string;
  name: string;
  phone: string;
  email?: string;
  companyName?: string;
  countryCode?: string;
  customerType?: string;
};

type Day = { date: string; margin: number };

/** Margins for a chart: the day of the month, and what was earned until then. */
export function byDay(days: readonly Day[] | null | undefined) {
  let cents = 0;
  return (days ?? []).map((d) => {
    cents += Math.round(d.margin * 100);
    return { date: d.date.slice(5), margin: d.margin, sum: cents / 100 };
  });
}
