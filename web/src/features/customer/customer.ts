import { useMay } from '@/kit/access/Can';
import type { RecordOf } from '@/kit/api/types';
import { BALANCES } from '@/kit/pay/balances';

export const LIST = '/aty/customerinfo/page';
export type Customer = RecordOf<typeof LIST>;

/** User types (business-domain §6). */
export const TYPE = { admin: 1, first: 2, secondary: 3, agent: 11 } as const;

/** What a change of a customer makes stale besides the list. */
export const CHANGES = ['/aty/customerinfo', BALANCES] as const;
/** The list and what is told of one of it. */
export const ALL = [LIST, ...CHANGES] as const;
/** What a movement of credit makes stale. */
export const MOVES = [...ALL, '/aty/customerinfo/statement/page', '/aty/accountstatement/page'] as const;

/** What the form has. `parent` makes a secondary user of it. */
export type Values = {
  name: string;
  phone: string;
  email?: string;
  companyName?: string;
  countryCode?: string;
  customerType?: string;
  customerLevel?: string;
  recommendUserId?: string;
  groupSendWeight?: number | null;
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

/** What the form's values are on the wire. */
export function bodyOf(v: Values) {
  const { customerLevel, parent: _, agentId: __, groupSendWeight, ...said } = v;
  return { ...said, customerLevel: levelOf(customerLevel), groupSendWeight: groupSendWeight ?? undefined };
}

/** Staff name agents and weights; an agent's customers are its own. */
export const useIsStaff = () => useMay()({ types: [TYPE.admin] });
