'use client';
import { useTranslations } from 'next-intl';
import { lazyModule } from '@/lib/router/lazyModule';
import { CALL, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { OrdersPage } from '@/ordering/OrdersPage';

const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['call', 'order']);
const CallPage = lazyModule(
  async () => ({ default: (await import('./CallPage')).CallPage }),
  ['antd', 'audio', 'call', 'order', 'print'],
);
const CreateCall = lazyModule(() => import('./CreateCall'), ['antd', 'audio', 'call', 'money', 'order', 'picker']);

/** The page of group calls. */
export default function Calls() {
  const t = useTranslations('call');
  return (
    <OrderKindProvider value={CALL}>
      <OrdersPage
        title={t('title')}
        create={t('create')}
        permission="call:order:add"
        prefix="t_"
        list={<OrderList more={{ apiOrderId: { title: t('apiOrderId'), as: 'code', from: 'xl', filter: true } }} />}
        Drafts={Drafts}
        Order={CallPage}
        Form={CreateCall}
        preload={CreateCall.preload}
      />
    </OrderKindProvider>
  );
}
