import type { Kind } from '@/ordering/kind';

/** The kind of group calls: an answered call may go on, which is what "arrived" means of it, and "read" when it ended. */
export const CALL: Kind = {
  base: '/call/order',
  perm: 'call:order',
  words: 'call',
  statuses: 'call_status',
  states: 'call_state',
  order: ['read', 'arrived', 'sent', 'sending', 'unknown', 'failed', 'complained', 'toSend'],
  open: ['toSend', 'sending', 'sent', 'arrived'],
};
