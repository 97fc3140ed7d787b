'use client';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSearch } from '@/lib/router/navigate';
import { ScreenModal } from '@/ordering/screening/ScreenModal';
import { CombineLists, type CombineRequest } from './CombineLists';
import { CreateCollection } from './CreateCollection';
import type { Collection } from './collection';
import { ImportModal } from './ImportModal';
import { Members } from './Members';
import { useCollections } from './useCollections';

/** The page of contact collections: the list, or one collection by `?id=`; `?create=1` opens the form, `?create=email` that of addresses. */
export default function Contacts() {
  const { params, set } = useSearch();
  const { id, back } = useView('m_');
  const create = params.get('create');
  const [asked, setAsked] = useState(create); // what it was opened for at last, so that it closes as it is
  if (create !== null && create !== asked) setAsked(create);
  const [importing, setImporting] = useState<{ of: Collection; task?: string } | null>(null);
  const [combining, setCombining] = useState<CombineRequest | null>(null);
  const [screened, setScreened] = useState<Collection | null>(null);
  const load = (of: Collection, task?: string) => setImporting({ of, task });
  return (
    <>
      {id ? (
        <Members id={id} onImport={load} onScreen={setScreened} onBack={back} />
      ) : (
        <Collections onImport={load} onScreen={setScreened} onCombine={setCombining} />
      )}
      <CreateCollection
        key={asked}
        open={create !== null}
        type={asked === 'email' ? 'email' : 'phone'}
        onClose={() => set({ create: null })}
        onMade={load}
      />
      <ScreenModal target="contact" collection={screened} onClose={() => setScreened(null)} />
      <CombineLists combining={combining} onClose={() => setCombining(null)} />
      <ImportModal
        key={`${importing?.of.id} ${importing?.task}`}
        collection={importing?.of ?? null}
        taskId={importing?.task}
        onClose={() => setImporting(null)}
      />
    </>
  );
}

type Opens = {
  onImport: (c: Collection) => void;
  onScreen: (c: Collection) => void;
  onCombine: (c: CombineRequest) => void;
};

function Collections({ onImport, onScreen, onCombine }: Opens) {
  const t = useTranslations('contact');
  const { set } = useSearch();
  const create = (
    <Can permission="aty:contactsgroup:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => set({ create: 1 })}>
        {t('create')}
      </Button>
    </Can>
  );
  return <ResourcePage resource={useCollections({ onImport, onScreen, onCombine, create })} />;
}
