import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { balanceAfter } from '@/kit/pay/amount';
import { balanceOf } from '@/kit/pay/balances';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import type { RowAction } from '@/kit/resource/descriptor';
import { CODE, isApiError } from '@/lib/api/error';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useSession } from '@/lib/session';
import { type Customer, USER_TYPE } from './customer';

export const CREDIT_ACTIONS = ['recharge', 'give', 'rebate', 'withdrawal', 'increase', 'deduct', 'move'] as const;
export type CreditAction = (typeof CREDIT_ACTIONS)[number];
/** An open dialog of the page and its customer. */
export type OpenCustomerDialog = { what: CreditAction | 'lock' | 'reset' | 'key'; row: Customer };

const permissionOf = (m: CreditAction) =>
  `aty:customerinfo:${m === 'increase' || m === 'deduct' ? 'amount' : m}` as const;

/**
 * Returns the price of a yearly service that the caller gives a customer; refetched when the server refuses an outdated
 * price.
 */
function useGivenYear(enabled: boolean) {
  const price = useQuery({ ...get('/pay/saas/price'), enabled });
  const refresh = (e: unknown) => isApiError(e) && e.code === CODE.costlier && price.refetch();
  return { cost: price.data?.giveAmount, refresh };
}

/** Returns the row actions of a customer besides editing. */
export function useCustomerActions(open: (o: OpenCustomerDialog) => void): RowAction<Customer, 'customer'>[] {
  const t = useTranslations('customer');
  const f = useFormat();
  const staffLimit = useStaffLimit();
  const own = useSession((s) => s.info?.userId);
  const ownType = useSession((s) => s.attributes?.type);
  const year = useGivenYear(ownType === USER_TYPE.agent);
  const staff = ownType === USER_TYPE.admin;
  const holds = useQuery({ ...balanceOf(own ?? ''), enabled: ownType === USER_TYPE.agent && Boolean(own) }).data;
  const ownBalance = (cost: number | undefined) =>
    holds && cost !== undefined
      ? t('ownBalance', { before: f.credit(holds.available), after: f.credits(balanceAfter(holds.available, -cost)) })
      : undefined;
  const self = (c: Customer) => c.userId === own;
  const money = CREDIT_ACTIONS.map(
    (what): RowAction<Customer, 'customer'> => ({
      key: what,
      permission: permissionOf(what),
      // Users cannot move credit to their own account; a customer moves it to its secondaries.
      shown: (c) => !self(c),
      run: (row) => open({ what, row }),
    }),
  );
  return [
    ...money,
    {
      key: 'secondary',
      permission: 'aty:customerinfo:secondary',
      shown: (c) => c.type === USER_TYPE.first && ownType !== USER_TYPE.first,
      run: ({ userId, name }, page) => page.add({ parent: { userId, name } }),
    },
    {
      key: 'lock',
      permission: 'aty:customerinfo:lock',
      shown: (c) => !c.locked && !self(c),
      run: (row) => open({ what: 'lock', row }),
    },
    {
      key: 'unlock',
      permission: 'aty:customerinfo:lock',
      shown: (c) => c.locked && !self(c),
      confirm: (c) => ({ title: t('unlockTitle', { name: c.name }), content: t('unlockText') }),
      call: ({ userId }) => request('put', '/blacklistuserinfo/lockOrUnlock', { body: { userId, lock: false } }),
      done: t('unlocked'),
    },
    {
      key: 'reset',
      permission: 'aty:customerinfo:resetpw',
      shown: (c) => !self(c),
      run: (row) => open({ what: 'reset', row }),
    },
    {
      key: 'factor',
      permission: 'oauth:twofactor:del',
      shown: (c) => !self(c),
      confirm: (c) => ({ title: t('factorTitle', { name: c.name }), content: t('factorText') }),
      call: ({ userId }) => request('delete', '/oauth/twofactor/{id}', { path: { id: userId } }),
      done: t('factorDone'),
    },
    {
      key: 'key',
      permission: 'aty:customerinfo:appkey',
      shown: (c) => c.type === USER_TYPE.first,
      run: (row) => open({ what: 'key', row }),
    },
    {
      key: 'activate',
      permission: 'aty:customerinfo:activation',
      shown: (c) => (!c.activated || (staff && c.verificationRequested)) && c.type === USER_TYPE.first && !self(c),
      confirm: (c) => ({
        title: t('activateTitle', { name: c.name }),
        content: t(staff ? 'activateText' : 'activateTextAgent'),
        ok: t('activate'),
      }),
      call: ({ userId }) => request('put', '/aty/customerinfo/activation/{id}', { path: { id: userId } }),
      done: t('activatedDone'),
    },
    {
      key: 'giveYear',
      permission: 'aty:customerinfo:give:saas',
      shown: (c) => c.type === USER_TYPE.first && ownType === USER_TYPE.admin,
      confirm: (c) => ({
        title: t('giveYearTitle', { name: c.name }),
        content: joined(t('giveYearText'), staffLimit('years')),
      }),
      call: ({ userId }) => request('put', '/aty/customerinfo/give/saas/{id}', { path: { id: userId }, body: {} }),
      done: t('yearGiven'),
    },
    {
      key: 'giveOwnYear',
      label: t('giveYear'),
      permission: 'proxy:give:saas',
      shown: (c) => c.type === USER_TYPE.first && ownType === USER_TYPE.agent,
      disabled: () => year.cost === undefined && t('priceLoading'),
      confirm: (c) => ({
        title: t('giveYearTitle', { name: c.name }),
        content:
          year.cost === 0
            ? t('giveFreeYearText')
            : joined(t('giveOwnYearText', { cost: f.credits(year.cost) }), ownBalance(year.cost)),
      }),
      call: ({ userId }) =>
        request('put', '/proxy/give/saas/{id}', { path: { id: userId }, body: { expectedCost: year.cost } }),
      onFailed: year.refresh,
      done: t('yearGiven'),
    },
    {
      key: 'del',
      danger: true,
      permission: 'aty:customerinfo:del',
      shown: (c) => !self(c),
      confirm: (c) => ({ title: t('delTitle', { name: c.name }), content: t('delText') }),
      call: ({ userId }) => request('delete', '/aty/customerinfo/{id}', { path: { id: userId } }),
      done: t('deleted'),
    },
  ];
}
