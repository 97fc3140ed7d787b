import { type LazyModule, lazyModule } from './lazyModule';

/** uri of a menu node -> page module. One line a page. */
const pages: Record<string, LazyModule> = {
  'account/MyNotice': lazyModule(() => import('@/layout/notices/MyNotice')),
  'user/Welcome': lazyModule(() => import('@/features/welcome/Welcome')),
  'gc/order': lazyModule(() => import('@/features/order/Orders')),
  'account/Profile': lazyModule(() => import('@/features/profile/Profile')),
  'pi/statement': lazyModule(() => import('@/features/statement/Statement')),
  'aty/contact': lazyModule(() => import('@/features/contact/Contacts')),
  'aty/suppression': lazyModule(() => import('@/features/suppression/Suppression')),
  'aty/consent': lazyModule(() => import('@/features/consent/Consents')),
  'sys/user': lazyModule(() => import('@/features/sysuser/SysUsers')),
  'sys/role': lazyModule(() => import('@/features/role/Roles')),
  'sys/session': lazyModule(() => import('@/features/session/Sessions')),
  'sys/menu': lazyModule(() => import('@/features/menu/Menus')),
  'sys/audit': lazyModule(() => import('@/features/audit/Audit')),
  'account/AppKey': lazyModule(() => import('@/features/appkey/AppKey')),
  'account/Sessions': lazyModule(() => import('@/features/session/OwnSessions')),
  'sys/dict': lazyModule(() => import('@/features/dict/Dicts')),
  'conf/country': lazyModule(() => import('@/features/country/Countries')),
  'lop/config': lazyModule(() => import('@/features/setting/Settings')),
  'sys/lov': lazyModule(() => import('@/features/lov/Lovs')),
  'uf/export': lazyModule(() => import('@/features/export/Exports')),
  'im/announcement': lazyModule(() => import('@/features/notice/Announcements')),
  'im/notice': lazyModule(() => import('@/features/notice/Notices')),
  'gc/stock': lazyModule(() => import('@/features/stock/Stock')),
};

export function pageFor(uri: string): LazyModule | undefined {
  return Object.hasOwn(pages, uri) ? pages[uri] : undefined;
}
