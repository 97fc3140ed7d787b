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
import { OrderList } from '@/ordering/OrderList';

// The list loads at once; the other parts of the page load on demand.
const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['order']);
const OrderPage = lazyModule(async () => ({ default: (await import('./OrderPage')).OrderPage }), ['antd', 'order']);
const CreateOrder = lazyModule(() => import('./CreateOrder'), ['antd', 'money', 'order', 'picker']);

/** The page of bulk sends: the list, the drafts, or one order by `?id=`; `?create=1` opens the form. */
export default function Orders() {
  const t = useTranslations('order');
  const can = usePermission();
  const { params: search, set: setSearch } = useSearch();
  const { id, view: named, back, show } = useView('t_');
  const [asked, setAsked] = useState(false);
  const creating = search.get('create') !== null && can('gc:groupsendorder:add');
  if (creating && !asked) setAsked(true);
  const view = named === 'drafts' ? named : 'orders';

  const create = can('gc:groupsendorder:add') && (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      onFocus={CreateOrder.preload}
      onClick={() => setSearch({ create: 1 })}
    >
      {t('create')}
    </Button>
  );
  const form = asked && (
    <Suspense>
      <CreateOrder />
    </Suspense>
  );
  if (id) {
    return (
      <>
        <Suspense fallback={<Skeleton active />}>
          <OrderPage id={id} onBack={back} />
        </Suspense>
        {form}
      </>
    );
  }
  const views = (['orders', 'drafts'] as const).map((value) => ({ value, label: t(`views.${value}`) }));
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
          {create}
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
      {form}
    </Page>
  );
}
