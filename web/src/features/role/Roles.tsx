'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Count, Time } from '@/kit/cell/cells';
import { DictLook } from '@/kit/dict/DictTag';
import type { PageHandle, Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import { RoleFields } from './RoleFields';
import { RoleView } from './RoleView';
import { bodyOf, copyOf, ROLE_LIST, type Role, type RoleFormValues, valuesOf } from './role';

const ADD = { permission: 'system:role:add' } as const;

/** Roles: the built-in ones, and those that admins created. */
export default function Roles() {
  const t = useTranslations('role');
  const locale = useLocale();
  const may = usePermission();
  const [viewed, setViewed] = useState<Role | null>(null);
  const page = useRef<PageHandle<Role>>(null);
  const copy = (role: Role, by: PageHandle<Role> | null) =>
    by?.add(copyOf(role, locale, (name) => t('copyName', { name })));
  const columns: Columns<typeof ROLE_LIST, 'role'> = {
    name: { sort: true, fixed: true, cell: (r) => <Name role={r} />, filter: true },
    code: { as: 'code', sort: true, from: 'md', filter: 'text' },
    types: { dict: 'user_type', width: 240 },
    permissions: { number: true, from: 'sm', cell: (r) => <Count value={r.permissions?.length} /> },
    users: { as: 'count', from: 'md', cell: (r) => <Count value={r.builtIn ? null : r.users} /> },
    remark: { ellipsis: true, hidden: true },
    updateTime: { as: 'time', from: 'xl', cell: (r) => <Time value={r.builtIn ? null : r.updateTime} /> },
    builtIn: {
      titled: 'origin',
      only: 'filter',
      filter: { either: ['builtIn', 'own'] },
    },
  };
  const resource: Resource<typeof ROLE_LIST, 'role', RoleFormValues> = {
    list: ROLE_LIST,
    words: 'role',
    rowKey: 'code',
    columns,
    form: {
      add: ADD,
      update: { permission: 'system:role:edit', title: t('edit'), shown: (r) => !r.builtIn },
      width: 760,
      defaults: { types: [1], permissions: [] },
      values: (row) => valuesOf(row, locale),
      send: (values, row) => {
        const body = bodyOf({ ...values, code: row?.code ?? values.code }, locale);
        return request(row ? 'put' : 'post', '/system/role', { body });
      },
      fields: ({ mode }) => <RoleFields mode={mode} />,
    },
    actions: [
      {
        key: 'view',
        shown: (r) => r.builtIn,
        run: (row, by) => {
          page.current = by;
          setViewed(row);
        },
      },
      { ...ADD, key: 'copy', run: copy },
      {
        key: 'del',
        danger: true,
        permission: 'system:role:del',
        shown: (r) => !r.builtIn,
        disabled: (r) => r.users > 0 && t('delInUse', { n: r.users }),
        confirm: (r) => ({ title: t('delTitle', { name: r.name }), content: t('delText') }),
        call: ({ code }) => request('delete', '/system/role/{code}', { path: { code } }),
        done: t('deleted'),
      },
    ],
  };
  return (
    <>
      <ResourcePage resource={resource} />
      <RoleView
        role={viewed}
        columns={columns}
        copies={may(ADD)}
        onClose={() => setViewed(null)}
        onCopy={(role) => {
          setViewed(null);
          copy(role, page.current);
        }}
      />
    </>
  );
}

function Name({ role: r }: { role: Role }) {
  const t = useTranslations('role');
  return (
    <>
      {r.name} {r.builtIn && <DictLook tagColor="default" text={t('builtIn')} />}
    </>
  );
}
