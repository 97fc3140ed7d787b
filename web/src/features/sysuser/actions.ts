import { useTranslations } from 'next-intl';
import type { RowAction } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import { navigate } from '@/lib/router/navigate';
import { usePathOf } from '@/lib/router/usePathOf';
import { ADMIN_ROLE, type SysUser, useIsSelf } from './sysuser';

/** An open modal of the page and its user. */
export type OpenSysUserDialog = { what: 'password' | 'scope'; row: SysUser };

/** Returns the row actions of a system user besides editing. */
export function useSysUserActions(open: (o: OpenSysUserDialog) => void): RowAction<SysUser, 'sysuser'>[] {
  const t = useTranslations('sysuser');
  const isSelf = useIsSelf();
  const sessions = usePathOf('sys/session');
  const self = (r: SysUser) => isSelf(r) && t('self');
  const put = (id: string, status: 'active' | 'locked') =>
    request('put', '/sysuser/status/{id}', { path: { id }, query: { status } });
  return [
    {
      key: 'lock',
      permission: 'sysuser:status',
      shown: (r) => !r.locked,
      disabled: self,
      confirm: (r) => ({ title: t('lockTitle', { name: r.name }), content: t('lockText') }),
      call: (r) => put(r.userId, 'locked'),
      done: t('locked'),
    },
    {
      key: 'unlock',
      permission: 'sysuser:status',
      shown: (r) => r.locked,
      confirm: (r) => ({ title: t('unlockTitle', { name: r.name }), content: t('unlockText') }),
      call: (r) => put(r.userId, 'active'),
      done: t('unlocked'),
    },
    {
      key: 'password',
      label: t('setPassword'),
      permission: 'sysuser:pass',
      disabled: self,
      run: (row) => open({ what: 'password', row }),
    },
    {
      key: 'factor',
      permission: 'oauth:twofactor:del',
      disabled: self,
      confirm: (r) => ({ title: t('factorTitle', { name: r.name }), content: t('factorText') }),
      call: ({ userId }) => request('delete', '/oauth/twofactor/{id}', { path: { id: userId } }),
      done: t('factorDone'),
    },
    {
      key: 'scope',
      permission: 'sysuser:scope',
      disabled: (r) => (r.roles?.includes(ADMIN_ROLE) ? t('scopeAdmin') : self(r)),
      run: (row) => open({ what: 'scope', row }),
    },
    {
      key: 'sessions',
      permission: 'oauth:session:page',
      shown: () => sessions !== undefined,
      run: (r) => navigate(`${sessions}?who=staff&userId=${r.userId}&name=${encodeURIComponent(r.name)}`),
    },
    {
      key: 'del',
      danger: true,
      permission: 'sysuser:del',
      disabled: self,
      confirm: (r) => ({ title: t('delTitle', { name: r.name }), content: t('delText') }),
      call: (r) => request('delete', '/sysuser/{id}', { path: { id: r.userId } }),
      done: t('deleted'),
    },
  ];
}
