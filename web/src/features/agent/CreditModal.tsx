import { useTranslations } from 'next-intl';
import { to } from '@/kit/api/to';
import { CreditForm } from '@/kit/pay/CreditForm';
import { type Agent, MOVES } from './agent';

export const MONEY = ['recharge', 'rebate', 'withdrawal'] as const;
export type Money = (typeof MONEY)[number];
export type Open = { what: Money; row: Agent };

const PATHS = {
  recharge: '/aty/customerinfo/recharge',
  rebate: '/proxy/rebate',
  withdrawal: '/proxy/withdrawal',
} as const;

/** Credit of an agent by hand. */
export function CreditModal({ open, onClose }: { open: Open | null; onClose: () => void }) {
  const t = useTranslations('agent');
  const move = open && {
    key: open.what + open.row.userId,
    title: t('moneyTitle', { what: t(open.what), name: open.row.name }),
    submit: t(open.what),
    note: t(`notes.${open.what}`),
    parties: [{ userId: open.row.userId, sign: open.what === 'withdrawal' ? (-1 as const) : (1 as const) }],
    whole: open.what === 'recharge',
    currency: open.what === 'recharge',
    send: (v: { amount: number; currency?: 'RMB' | 'USD' | 'EUR' | 'USDT'; remark?: string }) =>
      to('put', PATHS[open.what], { body: { ...v, userId: open.row.userId } }),
  };
  return <CreditForm move={move} changes={MOVES} onClose={onClose} />;
}
