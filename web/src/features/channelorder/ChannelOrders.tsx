'use client';
import { useTranslations } from 'next-intl';
import { lazyModule } from '@/lib/router/lazyModule';
import { CHANNEL, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { OrdersPage } from '@/ordering/OrdersPage';

const Drafts = lazyModule(
  async () => ({ default: (await import('./DraftList')).DraftList }),
  ['channelorder', 'order'],
);
const OrderPage = lazyModule(
  async () => ({ default: (await import('./ChannelOrderPage')).ChannelOrderPage }),
  ['antd', 'channelorder', 'order', 'print'],
);
const Create = lazyModule(() => import('./CreateChannelOrder'), ['antd', 'channelorder', 'money', 'order', 'picker']);

/** The page of orders of numbers. */
export default function ChannelOrders() {
  const t = useTranslations('channelorder');
  return (
    <OrderKindProvider value={CHANNEL}>
      <OrdersPage
        title={t('title')}
        create={t('create')}
        permission="channel:order:add"
        prefix="t_"
        list={<OrderList />}
        Drafts={Drafts}
        Order={OrderPage}
        Form={Create}
        preload={Create.preload}
      />
    </OrderKindProvider>
  );
}
