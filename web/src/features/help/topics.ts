import type { AccessRule } from '@/kit/access/Can';

const REVIEW = {
  topic: 'review',
  gate: { permission: ['gc:groupsendorder:review', 'edm:order:review', 'gc:template:review'] },
} as const;

type Help = {
  topics: { topic: Topic; gate?: AccessRule }[];
  /** Pages that belong to the same work, by uri; the menu tells which of them the user may open. */
  related: string[];
};
type Topic =
  | 'order'
  | 'contact'
  | 'template'
  | 'inbox'
  | 'suppression'
  | 'statement'
  | 'topup'
  | 'customer'
  | 'price'
  | 'review'
  | 'email'
  | 'domain';

const about = (topic: Topic, ...related: string[]): Help => ({ topics: [{ topic }], related });

/** The help of a page by the uri of its menu node. */
export const HELP: Record<string, Help> = {
  'gc/order': {
    topics: [{ topic: 'order' }, REVIEW],
    related: ['aty/contact', 'gc/template', 'dmp/sending', 'gc/held'],
  },
  'edm/order': {
    topics: [{ topic: 'email' }, REVIEW],
    related: ['edm/template', 'edm/sender', 'domain', 'aty/contact'],
  },
  'gc/template': { topics: [{ topic: 'template' }, REVIEW], related: ['gc/order', 'gc/inbox'] },
  'aty/contact': about('contact', 'gc/order', 'aty/suppression', 'aty/consent'),
  'gc/inbox': about('inbox', 'gc/template', 'aty/suppression'),
  'aty/suppression': about('suppression', 'gc/held', 'aty/consent', 'aty/contact'),
  'pi/statement': about('statement', 'aty/recharge', 'pi/price', 'uf/export'),
  'aty/statement': about('statement', 'aty/reconcile', 'aty/customer', 'uf/export'),
  'aty/recharge': about('topup', 'virtual/order', 'pi/statement'),
  'virtual/order': about('topup', 'aty/recharge', 'pi/statement'),
  'aty/customer': about('customer', 'aty/price', 'dmp/userstatistics', 'aty/statement'),
  'aty/price': about('price', 'aty/customer', 'pi/price'),
  'pi/price': about('price', 'aty/price', 'pi/statement'),
  domain: about('domain', 'edm/sender', 'edm/order', 'shunt/link'),
};
