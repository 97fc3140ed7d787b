import { useQuery } from '@tanstack/react-query';
import { menuQuery } from '@/lib/query';
import { pageOf } from '@/lib/router/menu';
import { type Line, verbOf } from './line';
import { userIn, type Value } from './sentence';

/** User types that have a page of their own (business-domain §6). */
const USER_PAGES: Record<number, string> = { 2: 'aty/customer', 3: 'aty/customer', 11: 'proxy/agent' };

/** Pages of objects that are no users, by the start of the call. */
const PAGES: [call: string, uri: string][] = [
  ['/gc/groupsendorder', 'gc/order'],
  ['/bgo/buildgroup', 'bgo/group'],
  ['/call/order', 'call/order'],
  ['/channel/order', 'channel/order'],
  ['/comment/order', 'comment/order'],
  ['/edm/order', 'edm/order'],
  ['/aty/contactsgroup', 'aty/contact'],
  ['/aty/riskgroup', 'aty/riskgroup'],
  ['/gc/template', 'gc/template'],
  ['/channel/lead', 'channel/lead'],
  ['/lop/provider/account', 'lop/provider'],
  ['/domain', 'domain'],
  ['/aty/recharge', 'aty/recharge'],
  ['/virtual/currency/order', 'virtual/order'],
];

/** Drafts have no page by id. */
const DRAFT = /\/draft(?:$|\/\{id\}$)/;

/** Returns the uri of the page of a changed object; undefined when it has none, or is deleted. */
export function pageOfObject(line: Line): string | undefined {
  const user = line.users?.find((u) => u.userId === line.object);
  if (user) return user.deleted ? undefined : USER_PAGES[user.type];
  const path = line.action.replace(/^\S+ \/api/, '');
  if (verbOf(line.action) === 'del' || DRAFT.test(path) || !line.object) return undefined;
  return PAGES.find(([call]) => path === call || path.startsWith(`${call}/`))?.[1];
}

/** Returns the address of what a placeholder names, where the user may open its page. */
export function useAuditLinks() {
  const menu = useQuery(menuQuery).data ?? [];
  const at = (uri: string | undefined, id: string) => {
    const path = uri && pageOf(menu, uri)?.path;
    return path && `${path}?id=${encodeURIComponent(id)}`;
  };
  return (line: Line, value: Value): string | undefined => {
    if (value === 'name') return at(pageOfObject(line), line.object);
    const user = userIn(line, value);
    return user && !user.deleted ? at(USER_PAGES[user.type], user.userId) : undefined;
  };
}
