'use client';

import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { bodyOf, type LovRow, type LovValues, valuesOf } from './definition';
import { Fields } from './Fields';

const LIST = '/system/lov/page';

function Origin({ row }: { row: LovRow }) {
  const t = useTranslations('lovAdmin');
  return (
    <>
      <Tone tone="gray">{row.builtIn ? t('builtIn') : t('own')}</Tone>
      {row.changed && <Tone tone="blue">{t('changed')}</Tone>}
    </>
  );
}

function useLovResource(): Resource<typeof LIST, LovValues> {
  const t = useTranslations('lovAdmin');
  return {
    list: LIST,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    rowKey: 'keyword',
    columns: [
      { field: 'title', title: t('name'), sort: true, fixed: true, render: (r) => r.title },
      { field: 'keyword', title: t('keyword'), sort: true, render: (r) => <code>{r.keyword}</code> },
      {
        field: 'url',
        title: t('url'),
        sort: true,
        from: 'md',
        render: (r) => (
          <code>
            {r.method} {r.url}
          </code>
        ),
      },
      { field: 'columns', title: t('columns'), number: true, from: 'lg', render: (r) => r.bodyList?.length ?? 0 },
      { field: 'builtIn', title: t('origin'), from: 'sm', render: (r) => <Origin row={r} /> },
      {
        field: 'updateTime',
        title: t('updated'),
        sort: true,
        from: 'xl',
        render: (r) => <Time value={r.updateTime} />,
      },
      { field: 'operator', title: t('operator'), hidden: true, render: (r) => r.operator || '–' },
    ],
    filters: [
      { field: 'keyword', label: t('keyword'), kind: 'text' },
      { field: 'title', label: t('name'), kind: 'text' },
      { field: 'url', label: t('url'), kind: 'text' },
    ],
    form: {
      add: { path: '/system/lov', gate: { permission: 'system:lov:add' }, label: t('add') },
      update: { path: '/system/lov', gate: { permission: 'system:lov:edit' } },
      width: 720,
      defaults: {
        method: 'GET',
        position: 'query',
        multiple: false,
        bodyList: [{ field: '', index: 1 }],
        searchList: [],
      },
      values: valuesOf,
      body: bodyOf,
      fields: ({ mode, form }) => <Fields adding={mode === 'add'} form={form} />,
    },
    actions: [
      {
        key: 'reset',
        label: t('reset'),
        gate: { permission: 'system:lov:edit' },
        shown: (r) => r.changed,
        confirm: (r) => ({ title: t('resetTitle', { name: r.title }), content: t('resetText') }),
        call: (r) => ({ method: 'put', path: '/system/lov/{id}/reset', input: { path: { id: r.keyword } } }),
        done: t('resetDone'),
      },
      {
        key: 'del',
        label: t('del'),
        danger: true,
        gate: { permission: 'system:lov:del' },
        shown: (r) => !r.builtIn,
        confirm: (r) => ({ title: t('delTitle', { name: r.title }), content: t('delText') }),
        call: (r) => ({ method: 'delete', path: '/system/lov/{id}', input: { path: { id: r.keyword } } }),
        done: t('deleted'),
      },
    ],
    export: true,
  };
}

/** The definitions of pickers (platform-services §3). */
export default function Lovs() {
  return <ResourcePage resource={useLovResource()} />;
}
