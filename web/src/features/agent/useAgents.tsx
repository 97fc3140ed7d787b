import { useTranslations } from 'next-intl';
import { useInitialRule, useShowInitialPassword } from '@/kit/account/initialPassword';
import { useBalance } from '@/kit/pay/balances';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { AGENT_LIST, AGENT_QUERIES, AGENT_TERMS, type Agent, type AgentFormValues } from './agent';
import { CREDIT_ACTIONS, type OpenCreditDialog } from './CreditModal';
import { Fields } from './Fields';

/** The columns of an agent, in the list and on its own page. */
export function useAgentColumns(): Columns<typeof AGENT_LIST, 'agent'> {
  const t = useTranslations('agent');
  const f = useFormat();
  const { href } = useSearch();
  return {
    name: {
      sort: true,
      fixed: true,
      filter: true,
      only: 'list',
      cell: (a) => <Link to={href({ id: a.userId })}>{a.name}</Link>,
    },
    phone: { sort: true, from: 'sm', filter: true },
    companyName: { sort: true, from: 'lg', filter: true },
    email: { only: 'detail' },
    countryCode: { as: 'country', sort: true, from: 'md', filter: true },
    status: { dict: 'user_status', sort: true, from: 'sm', filter: true },
    verificationRequested: { only: 'filter', filter: { options: [{ value: 'true', label: t('requestedYes') }] } },
    'own.credit': { title: f.inCredits(t('credit')), number: true, cell: (a) => <Available userId={a.userId} /> },
    createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
  };
}

function Available({ userId }: { userId: string }) {
  return useFormat().credit(useBalance(userId)?.available);
}

export function useAgentsList(
  open: (o: OpenCreditDialog) => void,
): Resource<typeof AGENT_LIST, 'agent', AgentFormValues> {
  return {
    list: AGENT_LIST,
    words: 'agent',
    rowKey: 'userId',
    export: true,
    changes: [...AGENT_QUERIES],
    columns: useAgentColumns(),
    form: useAgentForm(),
    actions: useAgentActions(open),
  };
}

/** The form of an agent. */
export function useAgentForm(): NonNullable<Resource<typeof AGENT_LIST, 'agent', AgentFormValues>['form']> {
  const t = useTranslations('agent');
  const tell = useShowInitialPassword();
  return {
    add: { permission: 'proxy:add' },
    update: { permission: 'proxy:edit', title: t('edit') },
    defaults: { customerType: 'enterprise' },
    values: ({ name, phone, email, companyName, countryCode, customerType, ...terms }) => ({
      name,
      phone,
      email,
      companyName,
      countryCode: countryCode || undefined,
      customerType: customerType || undefined,
      ...Object.fromEntries(AGENT_TERMS.map((k) => [k, terms[k] || undefined])),
    }),
    send: (body, row) =>
      row ? request('put', '/proxy', { body: { ...body, userId: row.userId } }) : request('post', '/proxy', { body }),
    fields: () => <Fields />,
    onAnswer: (answer, v) => tell(answer, v.name ?? ''),
  };
}

const MONEY_PERMISSIONS = {
  recharge: 'aty:customerinfo:recharge',
  give: 'aty:customerinfo:give',
  rebate: 'proxy:rebate',
  withdrawal: 'proxy:withdrawal',
  increase: 'aty:customerinfo:amount',
  deduct: 'aty:customerinfo:amount',
} as const;

/** Returns the row actions of an agent besides editing. */
export function useAgentActions(open: (o: OpenCreditDialog) => void): RowAction<Agent, 'agent'>[] {
  const t = useTranslations('agent');
  const form = useTranslations('form');
  const { random, hours } = useInitialRule();
  const tell = useShowInitialPassword();
  const staffLimit = useStaffLimit();
  return [
    ...CREDIT_ACTIONS.map((what) => ({
      key: what,
      permission: MONEY_PERMISSIONS[what],
      run: (row: OpenCreditDialog['row']) => open({ what, row }),
    })),
    {
      key: 'activate',
      permission: 'proxy:activation',
      shown: (a) => !a.activated || a.verificationRequested,
      confirm: (a) => ({ title: t('activateTitle', { name: a.name }), content: t('activateText'), ok: t('activate') }),
      call: ({ userId }) => request('put', '/proxy/activation/{id}', { path: { id: userId } }),
      done: t('activated'),
    },
    {
      key: 'lock',
      permission: 'aty:customerinfo:lock',
      danger: true,
      shown: (a) => !a.locked,
      confirm: (a) => ({ title: t('lockTitle', { name: a.name }), content: t('lockText') }),
      call: ({ userId }) => request('put', '/blacklistuserinfo/lockOrUnlock', { body: { userId, lock: true } }),
      done: t('locked'),
    },
    {
      key: 'unlock',
      permission: 'aty:customerinfo:lock',
      shown: (a) => a.locked,
      call: ({ userId }) => request('put', '/blacklistuserinfo/lockOrUnlock', { body: { userId, lock: false } }),
      done: t('unlocked'),
    },
    {
      key: 'reset',
      permission: 'aty:customerinfo:resetpw',
      confirm: (a) => ({
        title: t('resetTitle', { name: a.name }),
        content: form(random ? 'resetRandom' : 'resetPhone', { hours: String(hours) }),
      }),
      call: ({ userId }) => request('put', '/aty/customerinfo/resetpw/{id}', { path: { id: userId } }),
      done: t('resetDone'),
      onAnswer: (answer, a) => tell(answer, a.name),
    },
    {
      key: 'giveYear',
      permission: 'aty:customerinfo:give:saas',
      confirm: (a) => ({
        title: t('giveTitle', { name: a.name }),
        content: joined(t('giveText'), staffLimit('years')),
      }),
      call: ({ userId }) => request('put', '/aty/customerinfo/give/saas/{id}', { path: { id: userId }, body: {} }),
      done: t('given'),
    },
    {
      key: 'delAgent',
      permission: 'proxy:del',
      danger: true,
      confirm: (a) => ({ title: t('delAgentTitle', { name: a.name }), content: t('delAgentText') }),
      call: ({ userId }) => request('delete', '/proxy/{id}', { path: { id: userId } }),
      done: t('delAgentDone'),
    },
  ];
}
