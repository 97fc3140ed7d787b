'use client';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Page } from '@/kit/page/Page';
import { useView } from '@/kit/page/useView';
import { useFormat } from '@/lib/format';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { EMAIL, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { countOf } from '@/ordering/order';

// The list loads at once; the other parts of the page load on demand.
const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['email', 'order']);
const EmailPage = lazyModule(
  async () => ({ default: (await import('./EmailPage')).EmailPage }),
  ['antd', 'email', 'mail', 'order'],
);
const CreateEmail = lazyModule(() => import('./CreateEmail'), ['antd', 'email', 'mail', 'money', 'order', 'picker']);

/** The page of email orders: the list, the drafts, or one order by `?id=`; `?create=1` opens the form. */
export default function Emails() {
  return (
    <OrderKindProvider value={EMAIL}>
      <Views />
    </OrderKindProvider>
  );
}

function Views() {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const can = usePermission();
  const { params: search, set: setSearch } = useSearch();
  const { id, view: named, back, show } = useView('t_');
  const [asked, setAsked] = useState(false);
  const may = can('edm:order:add');
  if (search.get('create') !== null && may && !asked) setAsked(true);
  const view = named === 'drafts' ? named : 'orders';
  const form = asked && (
    <Suspense>
      <CreateEmail />
    </Suspense>
  );
  if (id) {
    return (
      <>
        <Suspense fallback={<Skeleton active />}>
          <EmailPage id={id} onBack={back} />
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
              onFocus={CreateEmail.preload}
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
        <Orders />
      )}
      {form}
    </Page>
  );
}

function Orders() {
  const t = useTranslations('email');
  const f = useFormat();
  return (
    <OrderList
      more={{
        'own.accepted': {
          title: t('accepted'),
          number: true,
          from: 'lg',
          width: 100,
          cell: (o) => f.count(countOf(o, 'sent') + countOf(o, 'arrived') + countOf(o, 'complained')),
        },
        'own.failed': {
          title: t('returned'),
          number: true,
          from: 'lg',
          width: 100,
          cell: (o) =>
            f.count(countOf(o, 'failed') - Object.values(o.heldByReason ?? {}).reduce((sum, n) => sum + n, 0)),
        },
      }}
    />
  );
}
