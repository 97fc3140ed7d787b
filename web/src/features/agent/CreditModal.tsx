import { useTranslations } from 'next-intl';
import { CreditForm, type CreditMove, type CreditValues } from '@/kit/pay/CreditForm';
import { request } from '@/lib/api/request';
import { type Agent, CREDIT_QUERIES } from './agent';

export const CREDIT_ACTIONS = ['recharge', 'give', 'rebate', 'withdrawal', 'increase', 'deduct'] as const;
export type CreditAction = (typeof CREDIT_ACTIONS)[number];
export type OpenCreditDialog = { what: CreditAction; row: Agent };

const PATHS = {
  recharge: '/aty/customerinfo/recharge',
  give: '/aty/customerinfo/give',
  rebate: '/proxy/rebate',
  withdrawal: '/proxy/withdrawal',
} as const;

/** The call of a movement between the platform and an agent. */
function callOf(what: CreditAction, userId: string, v: CreditValues) {
  if (what !== 'increase' && what !== 'deduct') return request('put', PATHS[what], { body: { ...v, userId } as never });
  const num = (what === 'deduct' ? -v.amount : v.amount).toFixed(2);
  return request('put', '/aty/customerinfo/{userId}/{num}', { path: { userId, num } });
}

/** Credit of an agent by hand. */
export function CreditModal({ open, onClose }: { open: OpenCreditDialog | null; onClose: () => void }) {
  const t = useTranslations('agent');
  const adjusts = open?.what === 'increase' || open?.what === 'deduct';
  const out = open?.what === 'withdrawal' || open?.what === 'deduct';
  const move: CreditMove | null = open && {
    key: open.what + open.row.userId,
    title: t('moneyTitle', { what: t(open.what), name: open.row.name }),
    submit: t(open.what),
    note: t(`notes.${open.what}`),
    parties: [{ userId: open.row.userId, sign: out ? -1 : 1 }],
    whole: open.what === 'recharge',
    currency: open.what === 'recharge',
    remark: adjusts ? false : undefined,
    send: (v) => callOf(open.what, open.row.userId, v),
  };
  return <CreditForm move={move} changes={CREDIT_QUERIES} onClose={onClose} />;
}
