'use client';
import { useTranslations } from 'next-intl';
import { Tone } from '@/kit/dict/Tone';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { request } from '@/lib/api/request';
import { bodyOf, type LovRow, type LovValues, valuesOf } from './definition';
import { Fields } from './Fields';

const LOV_LIST = '/system/lov/page';

function Origin({ row }: { row: LovRow }) {
  const t = useTranslations('lovAdmin');
  return (
    <>
      <Tone tone="gray">{row.builtIn ? t('builtIn') : t('own')}</Tone>
      {row.changed && <Tone tone="blue">{t('changed')}</Tone>}
    </>
  );
}

function useLovResource(): Resource<typeof LOV_LIST, 'lovAdmin', LovValues> {
  const t = useTranslations('lovAdmin');
  return {
    list: LOV_LIST,
    words: 'lovAdmin',
    rowKey: 'keyword',
    filters: ['keyword', 'title', 'url'],
    columns: {
      title: { title: t('name'), sort: true, fixed: true, filter: true },
      keyword: { as: 'code', sort: true, filter: 'text' },
      url: { sort: true, from: 'md', cell: (r) => <code>{`${r.method} ${r.url}`}</code>, filter: true },
      bodyList: { title: t('columns'), number: true, from: 'lg', cell: (r) => r.bodyList?.length ?? 0 },
      builtIn: { title: t('origin'), from: 'sm', cell: (r) => <Origin row={r} /> },
      updateTime: { as: 'time', sort: true, from: 'xl' },
      operator: { hidden: true },
    },
    form: {
      add: { permission: 'system:lov:add' },
      update: { permission: 'system:lov:edit' },
      width: 720,
      defaults: {
        method: 'GET',
        position: 'query',
        multiple: false,
        bodyList: [{ field: '', index: 1 }],
        searchList: [],
      },
      values: valuesOf,
      send: (values, row) => request(row ? 'put' : 'post', '/system/lov', { body: bodyOf(values) }),
      fields: ({ mode, form }) => <Fields adding={mode === 'add'} form={form} />,
    },
    actions: [
      {
        key: 'reset',
        permission: 'system:lov:edit',
        shown: (r) => r.changed,
        confirm: (r) => ({ title: t('resetTitle', { name: r.title }), content: t('resetText') }),
        call: (r) => request('put', '/system/lov/{id}/reset', { path: { id: r.keyword } }),
        done: t('resetDone'),
      },
      useRemoving('lovAdmin', {
        permission: 'system:lov:del',
        shown: (r) => !r.builtIn,
        path: '/system/lov/{id}',
        name: (r) => r.title,
        id: (r) => r.keyword,
      }),
    ],
    export: true,
  };
}

/** The definitions of pickers (platform-services §3). */
export default function Lovs() {
  return <ResourcePage resource={useLovResource()} />;
}
