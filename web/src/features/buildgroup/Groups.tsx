'use client';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import { useSearch } from '@/lib/router/navigate';
import { GROUPS, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { OrdersPage } from '@/ordering/OrdersPage';
import { skipped } from './skipped';

const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['buildgroup', 'order']);
const GroupPage = lazyModule(
  async () => ({ default: (await import('./GroupPage')).GroupPage }),
  ['antd', 'buildgroup', 'order', 'print'],
);
const CreateGroups = lazyModule(() => import('./CreateGroups'), ['antd', 'buildgroup', 'money', 'order', 'picker']);
const Notice = lazyModule(() => import('./Notice'), ['antd', 'buildgroup']);

/** The page of group creation. */
export default function Groups() {
  const t = useTranslations('buildgroup');
  return (
    <OrderKindProvider value={GROUPS}>
      <OrdersPage
        title={t('title')}
        create={t('create')}
        permission="bgo:buildgroup:add"
        prefix="g_"
        list={<OrderList />}
        Drafts={Drafts}
        Order={GroupPage}
        Form={Creating}
        preload={CreateGroups.preload}
      />
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
