import { useQuery } from '@tanstack/react-query';
import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CreditForm, type CreditMove, type CreditValues } from '@/kit/pay/CreditForm';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { searching } from '@/lib/input/fold';
import { useSession } from '@/lib/session';
import { Select } from '@/ui/Select';
import { CREDIT_QUERIES, CUSTOMER_LIST, type Customer, USER_TYPE } from './customer';
import css from './customer.module.css';
import type { CreditAction } from './useCustomerActions';

type MoneyDialog = { what: CreditAction; row: Customer };
type Props = { open: MoneyDialog | null; onClose: () => void };

/** The call of a movement between the platform, or the agent that acts, and a customer. */
function callOf(what: CreditAction, userId: string, { amount, currency, remark }: CreditValues) {
  const body = { userId, amount, remark };
  switch (what) {
    case 'recharge':
      return request('put', '/aty/customerinfo/recharge', { body: { ...body, currency } });
    case 'give':
      return request('put', '/aty/customerinfo/give', { body });
    case 'rebate':
      return request('put', '/aty/customerinfo/rebate', { body });
    case 'withdrawal':
      return request('put', '/aty/customerinfo/withdrawal', { body });
    default:
      return request('put', '/aty/customerinfo/{userId}/{num}', {
        path: { userId, num: (what === 'deduct' ? -amount : amount).toFixed(2) },
      });
  }
}

/** Credit of one customer by hand: in, out, or between it and those above and below it. */
export function MoneyModal({ open, onClose }: Props) {
  const moving = open?.what === 'move' ? open.row : null;
  return (
    <>
      <CreditForm move={useChange(open?.what === 'move' ? null : open)} changes={CREDIT_QUERIES} onClose={onClose} />
      <Move row={moving} onClose={onClose} />
    </>
  );
}

/** Returns a credit change that the platform pays, or an agent from its own credit. */
function useChange(open: MoneyDialog | null): CreditMove | null {
  const t = useTranslations('customer');
  const own = useSession((s) => s.info?.userId ?? '');
  const agent = useSession((s) => s.attributes?.type === USER_TYPE.agent);
  if (!open) return null;
  const { what, row } = open;
  const adjusts = what === 'increase' || what === 'deduct';
  const sign = what === 'withdrawal' || what === 'deduct' ? -1 : 1;
  const name = agent ? row.name : undefined;
  return {
    key: what + row.userId,
    title: t('moneyTitle', { what: t(what), name: row.name }),
    submit: t(what),
    note: t(agent ? `agentNotes.${sign > 0 ? 'in' : 'out'}` : `notes.${what as Exclude<CreditAction, 'move'>}`),
    parties: [
      { userId: row.userId, sign, name },
      ...(agent ? [{ userId: own, sign: -sign as 1 | -1, name: t('yourself') }] : []),
    ],
    whole: what === 'recharge',
    currency: what === 'recharge',
    remark: adjusts ? false : undefined,
    send: (v) => callOf(what, row.userId, v),
  };
}

type MoveDirection = 'to' | 'from';

/** Moves credit between a customer and its agent, or one of its secondaries (decisions §13). */
function Move({ row, onClose }: { row: Customer | null; onClose: () => void }) {
  const t = useTranslations('customer');
  const [way, setWay] = useState<MoveDirection>('to');
  const [chosen, setChosen] = useState<string>();
  const pairs = usePairs(row);
  const other = pairs.find((p) => p.value === chosen) ?? pairs[0];
  const move: CreditMove | null = row && {
    key: row.userId + (other?.value ?? '') + way,
    title: t('moneyTitle', { what: t('move'), name: row.name }),
    submit: t('move'),
    note: other ? undefined : t('nobody'),
    parties: [
      { userId: row.userId, sign: way === 'to' ? 1 : -1, name: row.name },
      ...(other ? [{ userId: other.value, sign: way === 'to' ? -1 : 1, name: other.label } as const] : []),
    ],
    send: ({ amount, remark }) => {
      const [fromUserId, toUserId] = way === 'to' ? [other?.value, row.userId] : [row.userId, other?.value];
      const body = { fromUserId: fromUserId ?? '', toUserId: toUserId ?? '', amount, remark };
      return request('post', '/aty/customerinfo/amounts/move', { body });
    },
  };
  return (
    <CreditForm move={move} changes={CREDIT_QUERIES} onClose={onClose}>
      {other && (
        <>
          <Form.Item label={t('way')}>
            <Segmented<MoveDirection>
              className={css.way}
              value={way}
              onChange={setWay}
              options={(['to', 'from'] as const).map((value) => ({
                value,
                label: t(`ways.${value}`, { name: row?.name ?? '' }),
              }))}
            />
          </Form.Item>
          <Form.Item label={t('other')}>
            <Select value={other.value} onChange={setChosen} options={pairs} showSearch={searching} />
          </Form.Item>
        </>
      )}
    </CreditForm>
  );
}

const MAX_SECONDARIES = 100;

/** Returns the accounts that can exchange credit with a customer. */
function usePairs(row: Customer | null): { value: string; label: string }[] {
  const t = useTranslations('customer');
  const own = useSession((s) => s.info?.userId);
  const first = row?.type === USER_TYPE.first;
  const below = useQuery({
    ...get(CUSTOMER_LIST, { query: { parentId: row?.userId, size: MAX_SECONDARIES } }),
    enabled: first === true,
  });
  const above = useQuery({
    ...get('/aty/customerinfo', { query: { userId: row?.parentId ?? '' } }),
    enabled: row?.parentId !== undefined,
  });
  if (!row) return [];
  if (!first) return above.data ? [{ value: above.data.userId, label: above.data.name }] : [];
  const agent = row.agentId ? [{ value: row.agentId, label: row.agentId === own ? t('yourself') : t('itsAgent') }] : [];
  return [...agent, ...(below.data?.records ?? []).map((c) => ({ value: c.userId, label: c.name }))];
}
