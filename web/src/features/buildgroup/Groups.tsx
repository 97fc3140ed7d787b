'use client';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Page } from '@/kit/page/Page';
import { useView } from '@/kit/page/useView';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { GROUPS, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { skipped } from './skipped';

// The list loads at once; the other parts of the page load on demand.
const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['buildgroup', 'order']);
const GroupPage = lazyModule(
  async () => ({ default: (await import('./GroupPage')).GroupPage }),
  ['antd', 'buildgroup', 'order'],
);
const CreateGroups = lazyModule(() => import('./CreateGroups'), ['antd', 'buildgroup', 'money', 'order', 'picker']);
const Notice = lazyModule(() => import('./Notice'), ['antd', 'buildgroup']);

/** The page of group creation: the list, the drafts, or one order by `?id=`; `?create=1` opens the form. */
export default function Groups() {
  return (
    <OrderKindProvider value={GROUPS}>
      <Views />
    </OrderKindProvider>
  );
}

/** The form, and before a new order an explanation of how groups are created, until the user dismisses it. */
function Creating() {
  const { params, set } = useSearch();
  const fresh = !['draft', 'edit', 'copy'].some((of) => params.get(of) !== null);
  const open = params.get('create') !== null;
  const [told, setTold] = useState(skipped);
  if (open && fresh && !told) {
    return (
      <Suspense>
        <Notice onGo={() => setTold(true)} onClose={() => set({ create: null })} />
      </Suspense>
    );
  }
  return (
    <Suspense>
      <CreateGroups />
    </Suspense>
  );
}

function Views() {
  const t = useTranslations('buildgroup');
  const all = useTranslations('order');
  const can = usePermission();
  const { params, set } = useSearch();
  const { id, view: named, back, show } = useView('g_');
  const [asked, setAsked] = useState(false);
  const may = can('bgo:buildgroup:add');
  if (params.get('create') !== null && may && !asked) setAsked(true);
  const view = named === 'drafts' ? named : 'orders';
  if (id) {
    return (
      <>
        <Suspense fallback={<Skeleton active />}>
          <GroupPage id={id} onBack={back} />
        </Suspense>
        {asked && <Creating />}
      </>
    );
  }
  const views = (['orders', 'drafts'] as const).map((value) => ({ value, label: all(`views.${value}`) }));
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Segmented
            aria-label={t('title')}
            options={views}
            value={view}
            onChange={(v) => show(v === 'drafts' ? v : null)}
          />
          {may && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onFocus={CreateGroups.preload}
              onClick={() => set({ create: 1 })}
            >
              {t('create')}
            </Button>
          )}
        </>
      }
    >
      {view === 'drafts' ? (
        <Suspense fallback={<Skeleton active />}>
          <Drafts />
        </Suspense>
      ) : (
        <OrderList />
      )}
      {asked && <Creating />}
    </Page>
  );
}
