import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LIMITS, POLL } from '@/core/constants';
import { useMay } from '@/kit/access/Can';
import { Count, Country, Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { Field } from '@/kit/form/Field';
import { useFormat } from '@/kit/format';
import type { Resource } from '@/kit/resource/descriptor';
import { Link } from '@/router/Link';
import { useSearch } from '@/router/navigate';
import { type Collection, importable } from './collection';

type Values = { name: string; remark?: string };

/** The list of collections. Staff and agents also see whose they are. */
export function useCollections(
  onImport: (c: Collection) => void,
  create: ReactNode,
): Resource<'/aty/contactsgroup/page', Values> {
  const t = useTranslations('contact');
  const f = useFormat();
  const { href } = useSearch();
  const staff = useMay()({ types: [1, 11] });
  const busy = (c: Collection) => !importable(c) && t('busy');
  return {
    list: '/aty/contactsgroup/page',
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    extra: create,
    every: (rows) => !rows.every(importable) && POLL.task,
    changes: ['/aty/contactsgroup/lovPage', '/aty/contactsgroup/{id}'],
    columns: [
      {
        field: 'name',
        title: t('name'),
        sort: true,
        fixed: true,
        render: (c) => <Link to={href({ id: c.id })}>{c.name}</Link>,
      },
      {
        field: 'countryCode',
        title: t('country'),
        sort: true,
        from: 'sm',
        render: (c) => <Country code={c.countryCode} />,
      },
      ...(staff
        ? [
            {
              field: 'customerName',
              title: t('customer'),
              from: 'md' as const,
              render: (c: Collection) => c.customerName,
            },
          ]
        : []),
      {
        field: 'memberCount',
        title: t('members'),
        sort: true,
        number: true,
        width: 110,
        render: (c) => <Count value={c.memberCount} />,
      },
      { field: 'waCount', title: t('waCount'), number: true, from: 'xl', render: (c) => <Count value={c.waCount} /> },
      {
        field: 'activeCount',
        title: t('activeCount'),
        number: true,
        from: 'xl',
        render: (c) => <Count value={c.activeCount} />,
      },
      {
        field: 'status',
        title: t('status'),
        from: 'md',
        render: (c) => <Tone tone={importable(c) ? 'green' : 'blue'}>{t(`statuses.${c.status}`)}</Tone>,
      },
      {
        field: 'remark',
        title: t('remark'),
        from: 'xl',
        ellipsis: true,
        width: 180,
        hidden: true,
        render: (c) => c.remark,
      },
      {
        field: 'createTime',
        title: t('createTime'),
        sort: true,
        from: 'lg',
        width: 150,
        render: (c) => <Time value={c.createTime} />,
      },
    ],
    filters: [
      { field: 'name', label: t('filterName'), kind: 'text' },
      { field: 'countryCode', label: t('country'), kind: 'country' },
      ...(staff ? [{ field: 'customerName', label: t('customer'), kind: 'text' as const }] : []),
      { field: 'createTime', label: t('createTime'), kind: 'days' },
    ],
    form: {
      update: {
        path: '/aty/contactsgroup',
        gate: { permission: 'aty:contactsgroup:edit' },
        label: t('edit'),
        title: t('editTitle'),
      },
      values: ({ name, remark }) => ({ name, remark }),
      body: (v, row) => ({ id: row?.id, name: v.name.trim(), remark: v.remark ?? '' }),
      fields: () => (
        <>
          <Field name="name" label={t('name')} required>
            <Input maxLength={LIMITS.collectionName} showCount autoComplete="off" />
          </Field>
          <Field name="remark" label={t('remark')}>
            <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
          </Field>
        </>
      ),
    },
    actions: [
      {
        key: 'import',
        label: t('import'),
        gate: { permission: 'aty:contactsgroup:import' },
        disabled: busy,
        run: (c) => onImport(c),
      },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        gate: { permission: 'aty:contactsgroup:del' },
        disabled: busy,
        confirm: (c) => ({
          title: t('deleteTitle', { name: c.name }),
          content: t('deleteText', { n: f.count(c.memberCount) }),
        }),
        call: (c) => ({ method: 'delete', path: '/aty/contactsgroup/{id}', input: { path: { id: c.id } } }),
        done: t('deleted'),
      },
    ],
    export: true,
  };
}
