import { useQuery } from '@tanstack/react-query';
import { get } from './api/query';

/** Limits of forms that are settings, with what they are unless somebody changed them. */
export const SHIPPED = {
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
  'order.placeholders': 3,
  'order.ab.least': 10,
  'order.ab.most': 1440,
  'order.appointment.days': 3,
  'order.appointment.far.days': 30,
  'order.test.daily': 5,
  'order.test.numbers': 20,
  'order.split.max': 10,
  'password.min.length': 6,
  'password.initial.hours': 72,
  'usdt.confirmations': 12,
  'recharge.max': 10_000_000_000,
  'money.confirm.above': 100_000,
} as const;

/** A limit as it is set now; a change holds within a minute (decisions §13). */
export function useLimit(key: keyof typeof SHIPPED): number {
  const setting = useQuery({ ...get('/lop/system/config/{key}', { path: { key } }), staleTime: 60_000, retry: false });
  const value = Number(setting.data?.value);
  return value > 0 || setting.data?.value === 0 ? value : SHIPPED[key];
}
