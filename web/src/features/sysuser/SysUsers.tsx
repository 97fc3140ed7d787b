'use client';
import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DictTag, Time } from '@/kit/cell/cells';
import { DictLook } from '@/kit/dict/DictTag';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { type Open, useSysUserActions } from './actions';
import { PasswordModal } from './PasswordModal';
import { ScopeModal } from './ScopeModal';
import { LIST, useIsSelf, useRoles, type Values } from './sysuser';
import css from './sysuser.module.css';
import { UserFields } from './UserFields';

/** The staff that signs in for the house. */
export default function SysUsers() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ResourcePage resource={useSysUserResource(setOpen)} />
      <PasswordModal row={open?.what === 'password' ? open.row : null} onClose={close} />
      <ScopeModal row={open?.what === 'scope' ? open.row : null} onClose={close} />
    </>
  );
}

function useSysUserResource(open: (o: Open) => void): Resource<typeof LIST, Values> {
  const t = useTranslations('sysuser');
  const roles = useRoles();
  const isSelf = useIsSelf();
  return {
    list: LIST,
    export: true,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    changes: ['/aty/sysuser/{id}'],
    columns: [
      {
        field: 'username',
        title: t('username'),
        fixed: true,
        render: (r) => (
          <>
            {r.username} {isSelf(r) && <DictLook tagColor="default" text={t('you')} />}
            <div className={css.name}>{r.name}</div>
          </>
        ),
      },
      { field: 'name', title: t('name'), sort: true, from: 'sm', render: (r) => r.name },
      { field: 'nickname', title: t('nickname'), sort: true, hidden: true, render: (r) => r.nickname || '–' },
      {
        field: 'roles',
        title: t('roles'),
        width: 200,
        from: 'sm',
        render: (r) => (
          <Flex gap={4} wrap>
            {(r.roles ?? []).map((code) => (
              <DictLook key={code} tagColor="default" text={roles.name(code)} />
            ))}
          </Flex>
        ),
      },
      { field: 'phone', title: t('phone'), sort: true, from: 'lg', render: (r) => r.phone || '–' },
      { field: 'email', title: t('email'), sort: true, from: 'xl', render: (r) => r.email || '–' },
      {
        field: 'status',
        title: t('status'),
        width: 110,
        sort: true,
        render: (r) => <DictTag code="user_status" value={r.status} />,
      },
      {
        field: 'createTime',
        title: t('created'),
        sort: true,
        from: 'xl',
        render: (r) => <Time value={r.createTime} />,
      },
    ],
    filters: [
      { field: 'username', label: t('username'), kind: 'text' },
      { field: 'name', label: t('name'), kind: 'text' },
      { field: 'role', label: t('role'), kind: 'select', options: roles.options },
      { field: 'status', label: t('status'), kind: 'dict', code: 'user_status' },
    ],
    form: {
      add: { path: '/sysuser', gate: { permission: 'sysuser:add' }, label: t('add') },
      update: { path: '/sysuser', gate: { permission: 'sysuser:edit' }, title: t('edit') },
      values: ({ username, name, nickname, phone, email, roles }) => ({
        username,
        name,
        nickname,
        phone,
        email,
        roles: roles ?? [],
      }),
      // Every field is sent: one that was emptied is emptied.
      body: ({ username, name, nickname = '', phone = '', email = '', roles, password }, row) =>
        row
          ? { id: row.userId, username, name, nickname, phone, email, roles }
          : { username, name, nickname, phone, email, roles, password },
      fields: ({ mode, row }) => <UserFields mode={mode} self={row !== undefined && isSelf(row)} />,
    },
    actions: useSysUserActions(open),
  };
}
