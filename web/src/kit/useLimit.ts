import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api/query';
import { queryClient } from '@/lib/query';

/** Limits of forms that are settings, with their default values. */
export const DEFAULT_LIMITS = {
  'image.bytes': 1_024_000,
  'image.bulk.bytes': 512_000,
  'video.bytes': 5_242_880,
  'audio.bytes': 10_485_760,
  'recording.seconds': 300,
  'recording.characters': 2000,
  'contact.file.bytes': 1_048_576,
  'contact.file.rows': 70_000,
  'risk.import.rows': 100,
  'consent.import.rows': 500,
  'segment.digits.max': 11,
  'segment.stars.filter': 4,
  'segment.stars.template': 5,
  'order.placeholders': 3,
  'order.ab.least': 10,
  'order.ab.most': 1440,
  'order.appointment.days': 3,
  'order.appointment.far.days': 30,
  'order.test.daily': 5,
  'order.test.numbers': 20,
  'order.split.max': 10,
  'channel.amount.max': 1000,
  'channel.admins.max': 5,
  'email.tld.max': 63,
  'email.refund.hard.percent': 5,
  'email.refund.soft.days': 30,
  'comment.quantity.max': 1000,
  'export.rows.inline': 10_000,
  'group.charge.min': 100,
  'notice.keep.days': 30,
  'password.min.length': 6,
  'password.initial.hours': 72,
  'usdt.confirmations': 12,
  'recharge.max': 10_000_000_000,
  'money.confirm.above': 100_000,
} as const;

type LimitKey = keyof typeof DEFAULT_LIMITS;

const setting = (key: LimitKey) => ({
  ...get('/lop/system/config/{key}', { path: { key } }),
  staleTime: 60_000,
  retry: false,
});

function numberOf(key: LimitKey, told: unknown): number {
  const value = Number(told);
  return value > 0 || told === 0 ? value : DEFAULT_LIMITS[key];
}

/** The current value of a limit; a change applies within a minute (decisions §13). */
export function useLimit(key: LimitKey): number {
  return numberOf(key, useQuery(setting(key)).data?.value);
}

/** Returns the value of a limit for a check outside of React. */
export async function limitOf(key: LimitKey): Promise<number> {
  const told = await queryClient.fetchQuery(setting(key)).catch(() => undefined);
  return numberOf(key, told?.value);
}
