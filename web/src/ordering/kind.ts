import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import type { Data, Permission, RecordOf } from '@/lib/api/types';
import type { ORDER_PATHS } from '@/lib/kinds';

/** API path of an order kind. All kinds have the same routes (order.Mount) besides their own. */
export type OrderPath = (typeof ORDER_PATHS)[number];

/** Message namespaces of the kinds; each has `ask`, `done`, `created` and the other texts that this folder uses. */
export type OrderTexts = 'order' | 'buildgroup' | 'call' | 'email' | 'comment' | 'channelorder';

/** The differences of an order kind that the shared parts need. */
export type OrderKind = {
  base: OrderPath;
  /** The beginning of its permissions. */
  perm: 'gc:groupsendorder' | 'bgo:buildgroup' | 'call:order' | 'edm:order' | 'comment:order' | 'channel:order';
  words: OrderTexts;
  /** The dictionaries of an order's status and of a target's state. */
  statuses: string;
  states: string;
  /** States of a target, the furthest first; the last one is that of a target for which nothing was done. */
  order: readonly string[];
  /** States of a target with work left to do. */
  open: readonly string[];
  /** Its key figures: the name of a state, and the states that have reached it. A recipient who complains has read. */
  figures: readonly (readonly [name: string, states: readonly string[]])[];
  /** Whether the server counts why targets failed. */
  reasons: boolean;
  /** What its contact lists and files have. */
  recipients: 'phone' | 'email';
};

/** The kind of bulk sends. */
export const BULK: OrderKind = {
  base: '/gc/groupsendorder',
  perm: 'gc:groupsendorder',
  words: 'order',
  statuses: 'order_status',
  states: 'target_state',
  order: ['read', 'arrived', 'sent', 'sending', 'unknown', 'failed', 'skipped', 'complained', 'toSend'],
  open: ['toSend', 'sending'],
  figures: [
    ['sent', ['sent', 'arrived', 'read', 'complained']],
    ['arrived', ['arrived', 'read', 'complained']],
    ['read', ['read', 'complained']],
    ['failed', ['failed']],
    ['skipped', ['skipped']],
  ],
  reasons: true,
  recipients: 'phone',
};

/** The kind of group creation: what is counted of an order are its groups. */
export const GROUPS: OrderKind = {
  base: '/bgo/buildgroup',
  perm: 'bgo:buildgroup',
  words: 'buildgroup',
  statuses: 'group_order_status',
  states: 'group_state',
  order: ['created', 'building', 'unknown', 'failed', 'waiting'],
  open: ['building', 'waiting'],
  figures: [
    ['created', ['created']],
    ['failed', ['failed']],
  ],
  reasons: false,
  recipients: 'phone',
};

/** The kind of group calls: an answered call may go on, which is what "arrived" means of it, and "read" when it ended. */
export const CALL: OrderKind = {
  base: '/call/order',
  perm: 'call:order',
  words: 'call',
  statuses: 'call_status',
  states: 'call_state',
  order: ['read', 'arrived', 'sent', 'sending', 'unknown', 'failed', 'skipped', 'complained', 'toSend'],
  open: ['toSend', 'sending', 'sent', 'arrived'],
  figures: [
    ['read', ['arrived', 'read', 'complained']],
    ['failed', ['failed']],
    ['skipped', ['skipped']],
  ],
  reasons: true,
  recipients: 'phone',
};

/** The kind of emails: "sent" is accepted by the provider. Loads and clicks change no state. */
export const EMAIL: OrderKind = {
  base: '/edm/order',
  perm: 'edm:order',
  words: 'email',
  statuses: 'order_status',
  states: 'target_state',
  order: ['arrived', 'sent', 'sending', 'unknown', 'failed', 'skipped', 'complained', 'toSend'],
  open: ['toSend', 'sending'],
  figures: [
    ['sent', ['sent', 'arrived', 'complained']],
    ['arrived', ['arrived', 'complained']],
    ['failed', ['failed']],
    ['skipped', ['skipped']],
  ],
  reasons: true,
  recipients: 'email',
};

/** The kind of comments: what is counted of an order are its items. */
export const COMMENT: OrderKind = {
  base: '/comment/order',
  perm: 'comment:order',
  words: 'comment',
  statuses: 'comment_status',
  states: 'comment_item_state',
  order: ['accepted', 'submitted', 'disputed', 'taken', 'failed', 'free'],
  open: ['free', 'taken', 'submitted'],
  figures: [
    ['accepted', ['accepted', 'disputed']],
    ['failed', ['failed']],
  ],
  reasons: false,
  recipients: 'phone',
};

/** The kind of orders of numbers: what is counted are numbers. */
export const CHANNEL: OrderKind = {
  base: '/channel/order',
  perm: 'channel:order',
  words: 'channelorder',
  statuses: 'channel_status',
  states: 'channel_state',
  order: ['assigned', 'returned', 'waiting'],
  open: ['waiting'],
  figures: [
    ['assigned', ['assigned']],
    ['returned', ['returned']],
  ],
  reasons: false,
  recipients: 'phone',
};

/** The part of a row, and of a detail, that all kinds have. */
export type CommonRow = Pick<
  RecordOf<'/gc/groupsendorder/page'>,
  | 'id'
  | 'orderNo'
  | 'name'
  | 'status'
  | 'countryCode'
  | 'total'
  | 'counts'
  | 'heldByReason'
  | 'channel'
  | 'estimatedCost'
  | 'actualCost'
  | 'customerId'
  | 'customerName'
  | 'startTime'
  | 'createTime'
  | 'generation'
  | 'version'
>;
export type BulkDetail = Data<'get', '/gc/groupsendorder/{id}'>;
export type CommonDetail = CommonRow & Pick<BulkDetail, 'events' | 'refundable' | 'settled' | 'price'>;

/** States that are shown only when their count is above 0; the others stay as long as the order lives. */
const RARE = ['complained', 'skipped'];

/** Whether a state, or the figure named like it, is shown of an order. Text messages have no read receipts. */
export function isShown(order: Pick<CommonRow, 'channel'>, state: string, n: number): boolean {
  return n > 0 || !(RARE.includes(state) || (state === 'read' && order.channel === 'sms'));
}

const OrderKindContext = createContext<OrderKind>(BULK);

/** Provides the kind of the orders below. */
export const OrderKindProvider = OrderKindContext.Provider;

/** The kind of the page. */
export const useOrderKind = () => useContext(OrderKindContext);

/** Messages in the namespace of the order kind. */
export function useOrderTexts() {
  return useTranslations(useOrderKind().words);
}

/** Messages of the kinds that reach recipients one by one: delivery progress, sending hours and rate. */
export function useMessageTexts() {
  return useTranslations(useOrderKind().words as 'order');
}

/** A path of the kind's, typed as the one of bulk sends. */
export function endpoint<P extends string>(kind: OrderKind, path: P): `/gc/groupsendorder${P}` {
  return `${kind.base}${path}` as `/gc/groupsendorder${P}`;
}

/** A permission of the kind's. */
export function permission(kind: OrderKind, verb: string): Permission {
  return `${kind.perm}:${verb}` as Permission;
}
