'use client';
import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useShowInitialPassword } from '@/kit/account/initialPassword';
import { DictLook } from '@/kit/dict/DictTag';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { type OpenSysUserDialog, useSysUserActions } from './actions';
import { PasswordModal } from './PasswordModal';
import { ScopeModal } from './ScopeModal';
import { SYS_USER_LIST, type SysUser, type SysUserValues, useIsSelf, useRoles } from './sysuser';
import css from './sysuser.module.css';
import { UserFields } from './UserFields';

/** The staff of the platform. */
export default function SysUsers() {
  const [open, setOpen] = useState<OpenSysUserDialog | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ResourcePage resource={useSysUserResource(setOpen)} />
      <PasswordModal row={open?.what === 'password' ? open.row : null} onClose={close} />
      <ScopeModal row={open?.what === 'scope' ? open.row : null} onClose={close} />
    </>
  );
}

function useSysUserResource(
  open: (o: OpenSysUserDialog) => void,
): Resource<typeof SYS_USER_LIST, 'sysuser', SysUserValues> {
  const t = useTranslations('sysuser');
  const roles = useRoles();
  const isSelf = useIsSelf();
  const tell = useShowInitialPassword();
  return {
    list: SYS_USER_LIST,
    words: 'sysuser',
    export: true,
    changes: ['/aty/sysuser/{id}'],
    filters: ['username', 'name', 'role', 'status'],
    columns: {
      username: { fixed: true, cell: (r) => <Who user={r} self={isSelf(r)} />, filter: true },
      name: { sort: true, from: 'sm', filter: true },
      nickname: { sort: true, hidden: true },
      roles: { width: 200, from: 'sm', cell: (r) => <Roles names={(r.roles ?? []).map(roles.name)} /> },
      phone: { sort: true, from: 'lg' },
      email: { sort: true, from: 'xl' },
      companyName: { sort: true, from: 'xl', filter: true },
      status: { dict: 'user_status', width: 110, sort: true, filter: true },
      createTime: { as: 'time', sort: true, from: 'xl' },
      role: { only: 'filter', filter: { options: roles.options, several: true } },
    },
    form: {
      add: { permission: 'sysuser:add' },
      update: { permission: 'sysuser:edit', title: t('edit') },
      values: ({ username, name, nickname, phone, email, companyName, roles }) => ({
        username,
        name,
        nickname,
        phone,
        email,
        companyName,
        roles: roles ?? [],
      }),
      // Every field is sent: one that was emptied is emptied.
      send: ({ password, ...all }, row) => {
        const body = {
          ...all,
          nickname: all.nickname ?? '',
          phone: all.phone ?? '',
          email: all.email ?? '',
          companyName: all.companyName ?? '',
        };
        return row
          ? request('put', '/sysuser', { body: { ...body, id: row.userId } })
          : request('post', '/sysuser', { body: { ...body, password } });
      },
      onAnswer: (answer, v) => tell(answer, v.name ?? ''),
      fields: ({ mode, row }) => <UserFields mode={mode} self={row !== undefined && isSelf(row)} />,
    },
    actions: useSysUserActions(open),
  };
}

function Who({ user, self }: { user: SysUser; self: boolean }) {
  const t = useTranslations('sysuser');
  return (
    <>
      {user.username} {self && <DictLook tagColor="default" text={t('you')} />}
      <div className={css.name}>{user.name}</div>
    </>
  );
}

function Roles({ names }: { names: string[] }) {
  return (
    <Flex gap={4} wrap>
      {names.map((name) => (
        <DictLook key={name} tagColor="default" text={name} />
      ))}
    </Flex>
  );
}
