import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import type { RecordOf } from '@/lib/api/types';
import { useSession } from '@/lib/session';

export const SYS_USER_LIST = '/sysuser/page';
export type SysUser = RecordOf<typeof SYS_USER_LIST>;

/** Values of the form; the password is set for a new user only. */
export type SysUserValues = {
  username: string;
  name: string;
  nickname?: string;
  phone?: string;
  email?: string;
  companyName?: string;
  roles: string[];
  password?: string;
};

export const ADMIN = 1;
/** The role whose view is never narrowed. */
export const ADMIN_ROLE = 'admin';

/** Roles that staff may have, by code. */
export function useRoles() {
  const may = usePermission();
  const roles = useQuery({ ...get('/system/role/list'), enabled: may({ permission: 'system:role:page' }) });
  const all = (roles.data ?? []).filter((r) => r.types?.includes(ADMIN));
  return {
    options: all.map((r) => ({ value: r.code, label: r.name })),
    name: (code: string) => all.find((r) => r.code === code)?.name ?? code,
    loading: roles.isLoading,
  };
}

/** Tells whether a row is the signed-in user. */
export function useIsSelf(): (row: SysUser) => boolean {
  const own = useSession((s) => s.info?.userId);
  return (row) => row.userId === own;
}
