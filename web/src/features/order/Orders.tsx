'use client';
import { useTranslations } from 'next-intl';
import { lazyModule } from '@/lib/router/lazyModule';
import { OrderList } from '@/ordering/OrderList';
import { OrdersPage } from '@/ordering/OrdersPage';

const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['order']);
const OrderPage = lazyModule(
  async () => ({ default: (await import('./OrderPage')).OrderPage }),
  ['antd', 'order', 'print'],
);
const CreateOrder = lazyModule(() => import('./CreateOrder'), ['antd', 'money', 'order', 'picker']);

/** The page of bulk sends. */
export default function Orders() {
  const t = useTranslations('order');
  return (
    <OrdersPage
      title={t('title')}
      create={t('create')}
      permission="gc:groupsendorder:add"
      prefix="t_"
      list={<OrderList />}
      Drafts={Drafts}
      Order={OrderPage}
      Form={CreateOrder}
      preload={CreateOrder.preload}
    />
  );
}
