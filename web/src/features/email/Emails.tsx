'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import { lazyModule } from '@/lib/router/lazyModule';
import { EMAIL, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { OrdersPage } from '@/ordering/OrdersPage';
import { countOf } from '@/ordering/order';

const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['email', 'order']);
const EmailPage = lazyModule(
  async () => ({ default: (await import('./EmailPage')).EmailPage }),
  ['antd', 'email', 'mail', 'order', 'print'],
);
const CreateEmail = lazyModule(() => import('./CreateEmail'), ['antd', 'email', 'mail', 'money', 'order', 'picker']);

/** The page of email orders. */
export default function Emails() {
  const t = useTranslations('email');
  return (
    <OrderKindProvider value={EMAIL}>
      <OrdersPage
        title={t('title')}
        create={t('create')}
        permission="edm:order:add"
        prefix="t_"
        list={<Orders />}
        Drafts={Drafts}
        Order={EmailPage}
        Form={CreateEmail}
        preload={CreateEmail.preload}
      />
    </OrderKindProvider>
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
          cell: (o) => f.count(countOf(o, 'failed')),
        },
      }}
    />
  );
}
