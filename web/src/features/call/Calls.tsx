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
import { CALL, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';

// The list loads at once; the other parts of the page load on demand.
const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['call', 'order']);
const CallPage = lazyModule(
  async () => ({ default: (await import('./CallPage')).CallPage }),
  ['antd', 'audio', 'call', 'order'],
);
const CreateCall = lazyModule(() => import('./CreateCall'), ['antd', 'audio', 'call', 'money', 'order', 'picker']);

/** The page of group calls: the list, the drafts, or one order by `?id=`; `?create=1` opens the form. */
export default function Calls() {
  return (
    <OrderKindProvider value={CALL}>
      <Views />
    </OrderKindProvider>
  );
}

function Views() {
  const t = useTranslations('call');
  const all = useTranslations('order');
  const can = usePermission();
  const { params: search, set: setSearch } = useSearch();
  const { id, view: named, back, show } = useView('t_');
  const [asked, setAsked] = useState(false);
  const may = can('call:order:add');
  if (search.get('create') !== null && may && !asked) setAsked(true);
  const view = named === 'drafts' ? named : 'orders';
  const form = asked && (
    <Suspense>
      <CreateCall />
    </Suspense>
  );
  if (id) {
    return (
      <>
        <Suspense fallback={<Skeleton active />}>
          <CallPage id={id} onBack={back} />
        </Suspense>
        {form}
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
              onFocus={CreateCall.preload}
              onClick={() => setSearch({ create: 1 })}
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
        <OrderList more={{ apiOrderId: { title: t('apiOrderId'), as: 'code', from: 'xl', filter: true } }} />
      )}
      {form}
    </Page>
  );
}
