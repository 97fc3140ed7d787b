import { firstPage } from '@/kit/resource/firstPage';
import type { ListPath } from '@/lib/api/types';
import type { TextBundle } from '@/lib/i18n/words';
import { queryClient } from '@/lib/query';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';

/**
 * A page with what it says (`test/words.test.ts` names it) and the list that it begins with, which is asked for beside its code.
 * `scripts/finish.mjs` has all of it under way before any script runs.
 */
function page(
  load: () => Promise<{ default: React.ComponentType }>,
  words: readonly TextBundle[],
  list?: ListPath,
): LazyModule {
  const module = lazyModule(() => {
    if (list && window.location.search === '') void queryClient.prefetchQuery(firstPage(list));
    return load();
  }, words);
  return Object.assign(module, { list });
}

/** uri of a menu node -> page module. One line a page. */
export const pages: Record<string, LazyModule> = {
  'account/MyNotice': page(() => import('@/features/mynotice/MyNotice'), []),
  'user/Welcome': page(() => import('@/features/welcome/Welcome'), ['welcome']),
  'gc/order': page(() => import('@/features/order/Orders'), ['order'], '/gc/groupsendorder/page'),
  'call/order': page(() => import('@/features/call/Calls'), ['call', 'order'], '/call/order/page'),
  'account/Profile': page(() => import('@/features/profile/Profile'), ['antd', 'profile']),
  'pi/statement': page(() => import('@/features/statement/Statement'), ['statement']),
  'aty/saas': page(() => import('@/features/saas/SaasOrders'), ['saas'], '/aty/saas/order/page'),
  'aty/contact': page(() => import('@/features/contact/Contacts'), ['antd', 'contact', 'money', 'picker', 'screening']),
  'aty/riskgroup': page(
    () => import('@/features/riskgroup/RiskGroups'),
    ['antd', 'money', 'picker', 'riskgroup', 'screening'],
  ),
  'aty/suppression': page(() => import('@/features/suppression/Suppression'), ['antd', 'picker', 'suppression']),
  'aty/consent': page(() => import('@/features/consent/Consents'), ['antd', 'consent', 'picker']),
  'sys/user': page(() => import('@/features/sysuser/SysUsers'), ['antd', 'auth', 'picker', 'sysuser']),
  'sys/role': page(() => import('@/features/role/Roles'), ['antd', 'role']),
  'sys/session': page(() => import('@/features/session/Sessions'), ['antd', 'picker', 'session']),
  'sys/menu': page(() => import('@/features/menu/Menus'), ['antd', 'menuAdmin']),
  'sys/audit': page(() => import('@/features/audit/Audit'), ['antd', 'audit']),
  'sys/dict': page(() => import('@/features/dict/Dicts'), ['antd', 'dictAdmin']),
  'conf/country': page(() => import('@/features/country/Countries'), ['antd', 'countryAdmin']),
  'lop/config': page(() => import('@/features/setting/Settings'), ['antd', 'setting']),
  'sys/lov': page(() => import('@/features/lov/Lovs'), ['antd', 'lovAdmin', 'picker']),
  'uf/export': page(() => import('@/features/export/Exports'), ['antd', 'exportList']),
  'im/announcement': page(() => import('@/features/notice/Announcements'), ['antd', 'notice', 'picker']),
  'im/notice': page(() => import('@/features/notice/Notices'), ['antd', 'notice', 'picker']),
  'aty/customer': page(
    () => import('@/features/customer/Customers'),
    ['antd', 'customer', 'money', 'picker'],
    '/aty/customerinfo/page',
  ),
  'aty/price': page(() => import('@/features/price/Prices'), ['antd', 'money', 'picker', 'price']),
  'pi/price': page(() => import('@/features/price/Search'), ['antd', 'money', 'price']),
  'aty/statement': page(
    () => import('@/features/flow/Flow'),
    ['antd', 'flow', 'money', 'picker'],
    '/aty/accountstatement/page',
  ),
  'aty/reconcile': page(() => import('@/features/reconcile/Reconcile'), ['reconcile']),
  'aty/recharge': page(
    () => import('@/features/recharge/Recharges'),
    ['antd', 'money', 'recharge'],
    '/aty/recharge/page',
  ),
  'dmp/sending': page(() => import('@/features/sending/Sending'), ['sending']),
  'dmp/userstatistics': page(
    () => import('@/features/statistic/Statistics'),
    ['statistic'],
    '/dmp/lopmartechuserstatistics/page',
  ),
  'pay/rate': page(() => import('@/features/rate/Rates'), ['antd', 'money', 'rate'], '/pay/rate'),
  'virtual/order': page(
    () => import('@/features/usdt/UsdtOrders'),
    ['antd', 'usdt'],
    '/virtual/currency/order/recharge',
  ),
  'virtual/address': page(() => import('@/features/usdt/Addresses'), ['antd', 'usdt']),
  'proxy/agent': page(() => import('@/features/agent/Agents'), ['agent', 'antd', 'money'], '/proxy/page'),
  'gc/template': page(() => import('@/features/template/Templates'), ['template'], '/gc/template/page'),
  'gc/inbox': page(() => import('@/features/inbox/Inbox'), ['conversation'], '/gc/inbox/page'),
  'gc/stock': page(() => import('@/features/stock/Stock'), ['antd', 'stock']),
  'bgo/group': page(() => import('@/features/buildgroup/Groups'), ['buildgroup', 'order'], '/bgo/buildgroup/page'),
  'gc/held': page(() => import('@/features/held/BlockedRecipients'), ['antd', 'held']),
  'gc/sender': page(() => import('@/features/sender/Sender'), ['antd', 'sender']),
  'aty/customerservicer': page(() => import('@/features/servicer/Servicer'), ['antd', 'picker', 'servicer']),
  'aty/customerserviceraccount': page(
    () => import('@/features/serviceaccount/Serviceaccount'),
    ['antd', 'picker', 'serviceaccount'],
  ),
  'call/recording': page(() => import('@/features/recording/Recordings'), ['antd', 'audio', 'picker', 'recording']),
  'call/engine': page(() => import('@/features/voiceengine/Engines'), ['antd', 'audio', 'picker', 'voiceengine']),
  'call/language': page(() => import('@/features/voicelanguage/Languages'), ['antd', 'voicelanguage']),
  'call/voice': page(() => import('@/features/voiceconfig/Voices'), ['antd', 'voiceconfig']),
};

export function pageFor(uri: string): LazyModule | undefined {
  return Object.hasOwn(pages, uri) ? pages[uri] : undefined;
}
