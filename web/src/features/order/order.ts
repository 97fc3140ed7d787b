import type { Data, RecordOf } from '@/lib/api/types';

export type Order = RecordOf<'/gc/groupsendorder/page'>;
export type OrderDetail = Data<'get', '/gc/groupsendorder/{id}'>;

/** States of a recipient in counting order, the furthest first. */
export const TARGET_STATES = [
  'read',
  'arrived',
  'sent',
  'sending',
  'unknown',
  'failed',
  'complained',
  'toSend',
] as const;
