'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useMay } from '@/kit/access/Can';
import { Count, Time } from '@/kit/cell/cells';
import { DictLook } from '@/kit/dict/DictTag';
import type { PageHandle, Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { RoleFields } from './RoleFields';
import { RoleView, TypeTags } from './RoleView';
import { bodyOf, copyOf, LIST, type Role, type Values, valuesOf } from './role';

const ADD = { permission: 'system:role:add' };

/** Roles: those that come with the house, and those that admins made. */
export default function Roles() {
  const t = useTranslations('role');
  const locale = useLocale();
  const may = useMay();
  const [viewed, setViewed] = useState<Role | null>(null);
  const page = useRef<PageHandle<Role>>(null);
  const copy = (role: Role, by: PageHandle<Role> | null) =>
    by?.add(copyOf(role, locale, (name) => t('copyName', { name })));
  const resource: Resource<typeof LIST, Values> = {
    list: LIST,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    rowKey: 'code',
    changes: ['/system/role/list'],
    columns: [
      {
        field: 'name',
        title: t('name'),
        sort: true,
        fixed: true,
        render: (r) => (
          <>
            {r.name} {r.builtIn && <DictLook tagColor="default" text={t('builtIn')} />}
          </>
        ),
      },
      { field: 'code', title: t('code'), sort: true, from: 'md', render: (r) => <code>{r.code}</code> },
      { field: 'types', title: t('types'), width: 320, render: (r) => <TypeTags types={r.types} /> },
      {
        field: 'permissions',
        title: t('permissions'),
        number: true,
        from: 'sm',
        render: (r) => <Count value={r.permissions?.length} />,
      },
      {
        field: 'users',
        title: t('users'),
        number: true,
        from: 'md',
        render: (r) => <Count value={r.builtIn ? null : r.users} />,
      },
      { field: 'remark', title: t('remark'), ellipsis: true, hidden: true, render: (r) => r.remark || '–' },
      {
        field: 'updateTime',
        title: t('changed'),
        from: 'xl',
        render: (r) => <Time value={r.builtIn ? null : r.updateTime} />,
      },
    ],
    filters: [
      { field: 'name', label: t('name'), kind: 'text' },
      { field: 'code', label: t('code'), kind: 'text' },
      {
        field: 'builtIn',
        label: t('origin'),
        kind: 'select',
        options: [
          { value: 'true', label: t('builtIn') },
          { value: 'false', label: t('own') },
        ],
      },
    ],
    form: {
      add: { path: '/system/role', gate: ADD, label: t('add') },
      update: {
        path: '/system/role',
        gate: { permission: 'system:role:edit' },
        title: t('edit'),
        shown: (r) => !r.builtIn,
      },
      width: 760,
      defaults: { types: [1], permissions: [] },
      values: (row) => valuesOf(row, locale),
      body: (values, row) => bodyOf({ ...values, code: row?.code ?? values.code }, locale),
      fields: ({ mode }) => <RoleFields mode={mode} />,
    },
    actions: [
      {
        key: 'view',
        label: t('view'),
        shown: (r) => r.builtIn,
        run: (row, by) => {
          page.current = by;
          setViewed(row);
        },
      },
      { key: 'copy', label: t('copy'), gate: ADD, run: copy },
      {
        key: 'del',
        label: t('del'),
        danger: true,
        gate: { permission: 'system:role:del' },
        shown: (r) => !r.builtIn,
        disabled: (r) => r.users > 0 && t('delInUse', { n: r.users }),
        confirm: (r) => ({ title: t('delTitle', { name: r.name }), content: t('delText') }),
        call: (r) => ({ method: 'delete', path: '/system/role/{code}', input: { path: { code: r.code } } }),
        done: t('deleted'),
      },
    ],
  };
  return (
    <>
      <ResourcePage resource={resource} />
      <RoleView
        role={viewed}
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
