'use client';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import type { Draft } from './draft';
import { useTemplates } from './useTemplates';

const EditorPage = lazyModule(() => import('./EditorPage'), ['antd', 'emaileditor', 'mail']);
const Start = lazyModule(() => import('./Start'), ['antd', 'emaileditor']);

/** Email templates: the list, or the editor of one of them by `?id=`, which is `new` for one that is not saved yet. */
export default function Templates() {
  const t = useTranslations('emailtemplate');
  const may = usePermission();
  const { params, set, href } = useSearch();
  const id = params.get('id');
  const [asked, setAsked] = useState(false);
  const starting = params.get('create') !== null && may({ permission: 'edm:template:add' });
  if (starting && !asked) setAsked(true);
  const [start, setStart] = useState<{ draft: Draft | null; importing: boolean }>({ draft: null, importing: false });
  // The editor of a new template stays the same one when the template gets its id.
  const [made, setMade] = useState<string | null>(null);
  const resource = useTemplates(
    (id) => href({ id }),
    may({ permission: 'edm:template:add' }) && (
      <Button
        type="primary"
        icon={<PlusOutlined />}
        onFocus={Start.preload}
        onPointerEnter={Start.preload}
        onClick={() => set({ create: 1 })}
      >
        {t('add')}
      </Button>
    ),
    (draft) => open('new', draft),
  );
  const open = (to: string, draft: Draft | null, importing = false) => {
    setStart({ draft, importing });
    setMade(null);
    set({ id: to, create: null });
  };
  return (
    <>
      {id ? (
        <Suspense fallback={<Skeleton active />}>
          <EditorPage
            key={id === made ? 'new' : id}
            id={id}
            start={start.draft}
            importing={start.importing}
            onBack={() => open('', null)}
            onMade={(to) => {
              setMade(to);
              set({ id: to }, { replace: true });
            }}
          />
        </Suspense>
      ) : (
        <ResourcePage resource={resource} />
      )}
      {asked && (
        <Suspense>
          <Start
            open={starting}
            onClose={() => set({ create: null })}
            onStart={(draft, importing) => open('new', draft, importing)}
          />
        </Suspense>
      )}
    </>
  );
}
