import type { BodyOf, RecordOf } from '@/lib/api/types';

type Body = BodyOf<'post', '/edm/sender'>;
export type Sender = RecordOf<'/edm/sender/page'>;

/** The form has a switch for the plan, whose fields stand flat. */
export type SenderValues = Omit<Body, 'warmUp'> & {
  warming?: boolean;
  start?: number;
  percent?: number;
  days?: number;
};

export const PLAN = { start: 50, percent: 50, days: 14 };
export const LONGEST = { name: 64, mailbox: 64, address: 128 };

export const valuesOf = ({ warmUp, ...s }: Sender): Partial<SenderValues> => ({
  name: s.name,
  mailbox: s.mailbox,
  domainId: s.domainId,
  replyTo: s.replyTo,
  replyToName: s.replyToName,
  dailyLimit: s.dailyLimit,
  share: s.share,
  customers: s.customers,
  warming: warmUp !== null,
  ...(warmUp ?? PLAN),
});

export function bodyOf({ warming, start, percent, days, customerId: _, ...v }: SenderValues): Omit<Body, 'customerId'> {
  const plan = { start: start ?? PLAN.start, percent: percent ?? PLAN.percent, days: days ?? PLAN.days };
  return { ...v, customers: v.share === 'some' ? v.customers : undefined, warmUp: warming ? plan : undefined };
}
