'use client';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '@/auth/session';
import { POLL } from '@/core/constants';
import { useCountries } from '@/kit/country';
import { useFormat } from '@/kit/format';
import { Page } from '@/kit/page/Page';
import type { Column } from '@/kit/resource/columns';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { useList } from '@/kit/resource/useList';
import { Link } from '@/router/Link';
import { useSearch } from '@/router/navigate';
import { CreateCollection } from './CreateCollection';
import { type Collection, importable } from './collection';
import { ImportModal } from './ImportModal';
import { Members } from './Members';

/** The page of contact collections: the list, or one collection by `?id=`; `?create=1` opens the form. */
export default function Contacts() {
  const t = useTranslations('contact');
  const can = useCan();
  const { params, set } = useSearch();
  const [importing, setImporting] = useState<Collection | null>(null);
  const id = params.get('id');
  const create = can('aty:contactsgroup:add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => set({ create: 1 })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      {id ? (
        <Members
          id={id}
          onImport={setImporting}
          onBack={() => set({ id: null, m_page: null, m_size: null, m_phoneNumber: null })}
        />
      ) : (
        <Page title={t('title')} note={t('note')} actions={create}>
          <CollectionList create={create} onImport={setImporting} />
        </Page>
      )}
      <CreateCollection
        open={params.get('create') !== null}
        onClose={() => set({ create: null })}
        onMade={setImporting}
      />
      <ImportModal key={importing?.id} collection={importing} onClose={() => setImporting(null)} />
    </>
  );
}

function CollectionList({ create, onImport }: { create: React.ReactNode; onImport: (c: Collection) => void }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const can = useCan();
  const { href } = useSearch();
  const countries = useCountries();
  const list = useList('/aty/contactsgroup/page', {
    filters: ['name', 'countryCode'],
    every: (rows) => !rows.every(importable) && POLL.task,
  });
  const columns: Column<Collection>[] = [
    { field: 'name', title: t('name'), sort: true, render: (c) => <Link to={href({ id: c.id })}>{c.name}</Link> },
    { field: 'countryCode', title: t('country'), sort: true, from: 'sm', render: (c) => f.country(c.countryCode) },
    {
      field: 'memberCount',
      title: t('members'),
      sort: true,
      number: true,
      width: 130,
      render: (c) => f.count(c.memberCount),
    },
    { field: 'remark', title: t('remark'), from: 'lg', ellipsis: true, width: 220, render: (c) => c.remark },
    {
      field: 'createTime',
      title: t('createTime'),
      sort: true,
      from: 'md',
      width: 160,
      render: (c) => f.minute(c.createTime),
    },
    {
      field: 'act',
      title: t('act'),
      width: 110,
      render: (c) =>
        can('aty:contactsgroup:import') && (
          <Button size="small" loading={!importable(c)} onClick={() => onImport(c)}>
            {t('import')}
          </Button>
        ),
    },
  ];
  return (
    <ResourceTable
      label={t('title')}
      list={list}
      rowKey="id"
      columns={columns}
      filters={[
        { field: 'name', label: t('filterName'), kind: 'text' },
        { field: 'countryCode', label: t('country'), kind: 'select', options: countries.options },
      ]}
      empty={{ title: t('empty'), action: create }}
    />
  );
}
