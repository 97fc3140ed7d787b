import type { Kind } from '@/ordering/kind';

/** The kind of group creation: what is counted of an order are its groups. */
export const GROUPS: Kind = {
  base: '/bgo/buildgroup',
  perm: 'bgo:buildgroup',
  words: 'buildgroup',
  statuses: 'group_order_status',
  states: 'group_state',
  order: ['created', 'building', 'unknown', 'failed', 'waiting'],
  open: ['building', 'waiting'],
};
