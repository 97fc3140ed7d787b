import { useQueries } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { FormFrame } from '@/kit/form/FormFrame';
import { formOf } from '@/kit/form/formOf';
import { useSubmit } from '@/kit/form/useSubmit';
import { useLimit } from '@/kit/useLimit';
import { isApiError } from '@/lib/api/error';
import type { ApiRequest } from '@/lib/api/request';
import type { PathOf } from '@/lib/api/types';
import { signalOf } from '@/lib/api/withdraw';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { notifier } from '@/lib/notifier';
import { Select } from '@/ui/Select';
import { balanceAfter, wrongWith } from './amount';
import { BALANCES, balanceOf } from './balances';
import { MoneySummary, useAskAbove } from './MoneySummary';
import { joined, STAFF_LIMITS, useStaffLimit } from './staffLimits';

const { Field, NumberField, useWatch } = formOf<Typed>();

export type CreditValues = { amount: number; currency?: Currency; remark?: string };
type Currency = (typeof CURRENCIES)[number];
type Typed = { amount?: number | null; currency?: Currency; remark?: string };
/** A party whose credit changes: it receives or gives. It has a name when there are two. */
export type Party = { userId: string; sign: 1 | -1; name?: string };

export type CreditMove = {
  title: string;
  /** Label of the button. */
  submit: string;
  /** Explains the change and the source of the credit. */
  note?: ReactNode;
  parties: readonly Party[];
  /** Whole credits alone. */
  whole?: boolean;
  /** The highest amount of this move, where that is less than the general limit. */
  most?: number;
  currency?: boolean;
  /** Excludes the change from the daily limit for credit that staff give by hand. */
  uncounted?: true;
  /** `false`: there are no notes. Else what they are called, and how long they may be. */
  remark?: false | { label: string; most: number; required?: boolean };
  /** Asked in every case before it is sent: what will happen. */
  sure?: string;
  send: (values: CreditValues) => ApiRequest<unknown>;
  /** Stays the same while it is the same movement. */
  key: string;
};

type Props = {
  /** Closed while there is none. */
  move: CreditMove | null;
  /** Above the amount: the two parties and the direction. */
  children?: ReactNode;
  changes: readonly PathOf<'get'>[];
  onClose: () => void;
};

const CURRENCIES = ['RMB', 'USD', 'EUR', 'USDT'] as const;
/** The caller's own queries: the move may change the caller's balance, which every page shows to an agent. */
const OWN_QUERIES = ['/pi/personal/info', '/pi/personal/info/statement/page'] as const;
/** Interval at which the open dialog refetches reserved credit. */
const HOLDS_POLL = 10_000;

/**
 * Moves credit by hand: it shows the balances before and after, as the user types and as others move credit; asks once more above the
 * setting. After a call without an answer the same again is safe (its Idempotency-Key is the same), so nothing can be changed then.
 */
export function CreditForm({ move, ...p }: Props) {
  // A closing dialog keeps its last content.
  const [last, setLast] = useState(move);
  if (move && move !== last) setLast(move);
  return last ? <Dialog key={last.key} {...p} move={last} open={move !== null} /> : null;
}

function Dialog({ move, open, children, changes, onClose }: Props & { move: CreditMove; open: boolean }) {
  const t = useTranslations('money');
  const f = useFormat();
  const [form] = Form.useForm<Typed>();
  const [unanswered, setUnanswered] = useState(false);
  const amount = useWatch('amount', form) ?? undefined;
  const holds = useHolds(move.parties, open);
  const limit = useLimit('money.confirm.above');
  const ask = useAskAbove(move.sure ? 0 : limit, move.sure);
  const send = (v: Typed) => move.send({ ...v, amount: Number(v.amount) });
  const { submit, busy } = useSubmit<Typed, unknown>(form, send, {
    changes: [...changes, BALANCES, ...OWN_QUERIES, STAFF_LIMITS],
    done: null,
    onDone: () => {
      notifier.current?.message.success(t('moved', { amount: f.credits(amount) }));
      setUnanswered(false);
      onClose();
      form.resetFields();
    },
    onFailed: (e) => setUnanswered(isApiError(e) && e.unanswered),
  });
  return (
    <FormFrame<Typed>
      in="modal"
      open={open}
      title={move.title}
      submit={unanswered ? t('sendAgain') : move.submit}
      busy={busy}
      form={form}
      initial={move.currency ? { currency: 'RMB' } : undefined}
      onClose={onClose}
      onSubmit={(v) => ask(amount ?? 0, `${move.title}: ${f.credits(amount)}`, () => submit(v), signalOf(form))}
    >
      {move.note && <p>{move.note}</p>}
      {unanswered && <Alert type="warning" showIcon title={t('unanswered')} description={t('unansweredText')} />}
      {children}
      <Fields move={move} off={unanswered} holds={holds} />
      <MoneySummary
        label={t('effect')}
        title={t('amount')}
        amount={f.credits(amount)}
        testId="credit-amount"
        lines={move.parties.flatMap(({ userId, sign, name }) => {
          const has = holds[userId];
          const then = balanceAfter(has, amount === undefined ? undefined : sign * amount);
          const of = (text: string) => (name ? t('of', { name, text }) : text);
          return [
            { key: `${userId}before`, label: of(t('before')), value: f.credits(has) },
            { key: `${userId}after`, label: of(t('after')), value: f.credits(then), warn: (then ?? 0) < 0 },
          ];
        })}
      />
    </FormFrame>
  );
}

/** Available credit by user, as long as the dialog is open. */
function useHolds(parties: readonly Party[], open: boolean): Record<string, number | undefined> {
  const found = useQueries({
    queries: parties.map(({ userId }) => ({
      ...balanceOf(userId),
      enabled: open,
      staleTime: 0,
      refetchInterval: HOLDS_POLL,
    })),
  });
  return Object.fromEntries(parties.map(({ userId }, i) => [userId, found[i]?.data?.available]));
}

type FieldsProps = { move: CreditMove; off: boolean; holds: Record<string, number | undefined> };

function Fields({ move, off, holds }: FieldsProps) {
  const t = useTranslations('money');
  const f = useFormat();
  const whole = move.whole ?? false;
  const staff = useStaffLimit();
  const top = useLimit('recharge.max');
  const most = Math.min(top, move.most ?? top);
  const giver = move.parties.find((p) => p.sign < 0)?.userId;
  const rule = { whole, most, holds: giver ? holds[giver] : undefined };
  const text = { most: f.credits(most), holds: f.credits(rule.holds) };
  const valid = {
    validator: (_: unknown, v?: number | null) => {
      const wrong = wrongWith(v, rule);
      return wrong ? Promise.reject(new Error(t(`wrong.${wrong}`, text))) : Promise.resolve();
    },
  };
  const remark = move.remark ?? { label: t('remark'), most: LIMITS.remark };
  return (
    <>
      <NumberField
        name="amount"
        label={t('amount')}
        required
        decimals={whole ? undefined : 2}
        rules={[valid]}
        extra={joined(whole ? t('wholeNote') : undefined, move.uncounted ? undefined : staff('credit'))}
        input={{ suffix: t('unit'), disabled: off, autoFocus: true }}
      />
      {move.currency && (
        <Field name="currency" label={t('currency')}>
          <Select disabled={off} options={CURRENCIES.map((value) => ({ value, label: value }))} />
        </Field>
      )}
      {remark && (
        <Field
          name="remark"
          label={remark.label}
          required={'required' in remark && remark.required}
          rules={(r) => [r.max(remark.most)]}
        >
          <Input maxLength={remark.most} disabled={off} autoComplete="off" />
        </Field>
      )}
    </>
  );
}
