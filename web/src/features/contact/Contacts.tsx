'use client';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSearch } from '@/router/navigate';
import { CreateCollection } from './CreateCollection';
import type { Collection } from './collection';
import { ImportModal } from './ImportModal';
import { Members } from './Members';
import { ScreenModal } from './ScreenModal';
import { useCollections } from './useCollections';

/** The page of contact collections: the list, or one collection by `?id=`; `?create=1` opens the form. */
export default function Contacts() {
  const { params, set } = useSearch();
  const { id, back } = useView('m_');
  const [importing, setImporting] = useState<Collection | null>(null);
  const [screened, setScreened] = useState<Collection | null>(null);
  return (
    <>
      {id ? (
        <Members id={id} onImport={setImporting} onScreen={setScreened} onBack={back} />
      ) : (
        <Collections onImport={setImporting} onScreen={setScreened} />
      )}
      <CreateCollection
        open={params.get('create') !== null}
        onClose={() => set({ create: null })}
        onMade={setImporting}
      />
      <ScreenModal collection={screened} onClose={() => setScreened(null)} />
      <ImportModal key={importing?.id} collection={importing} onClose={() => setImporting(null)} />
    </>
  );
}

type Opens = { onImport: (c: Collection) => void; onScreen: (c: Collection) => void };

function Collections({ onImport, onScreen }: Opens) {
  const t = useTranslations('contact');
  const { set } = useSearch();
  const create = (
    <Can permission="aty:contactsgroup:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => set({ create: 1 })}>
        {t('create')}
      </Button>
    </Can>
  );
  return <ResourcePage resource={useCollections(onImport, onScreen, create)} />;
}
