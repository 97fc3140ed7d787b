import type { Permission } from '@/lib/api/permissions.gen';

/** What can be begun from everywhere: a page with its form open. */
export const CREATE = [
  { word: 'newSend', page: '/send/order', permission: 'gc:groupsendorder:add' },
  { word: 'newGroup', page: '/group/order', permission: 'bgo:buildgroup:add' },
  { word: 'newCall', page: '/call/order', permission: 'call:order:add' },
  { word: 'newEmail', page: '/email/order', permission: 'edm:order:add' },
  { word: 'newComment', page: '/comment/order', permission: 'comment:order:add' },
  { word: 'newNumbers', page: '/channel/order', permission: 'channel:order:add' },
  { word: 'newList', page: '/send/contact', permission: 'aty:contactsgroup:add' },
] as const satisfies { word: string; page: string; permission: Permission }[];

/** Pages that two keys lead to, one after the other. */
export const PLACES = [
  { keys: 'g h', page: '/welcome' },
  { keys: 'g o', page: '/send/order' },
  { keys: 'g e', page: '/email/order' },
  { keys: 'g i', page: '/send/inbox' },
  { keys: 'g l', page: '/send/contact' },
  { keys: 'g t', page: '/send/template' },
  { keys: 'g r', page: '/send/statistics' },
  { keys: 'g c', page: '/customer/list' },
  { keys: 'g p', page: '/customer/price' },
  { keys: 'g f', page: '/finance/statement' },
  { keys: 'g b', page: '/account/statement' },
  { keys: 'g s', page: '/system/config' },
] as const;
