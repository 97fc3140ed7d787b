'use client';
import { useTranslations } from 'next-intl';
import { lazyModule } from '@/lib/router/lazyModule';
import { COMMENT, OrderKindProvider } from '@/ordering/kind';
import { OrderList } from '@/ordering/OrderList';
import { OrdersPage } from '@/ordering/OrdersPage';

const Drafts = lazyModule(async () => ({ default: (await import('./DraftList')).DraftList }), ['comment', 'order']);
const CommentPage = lazyModule(
  async () => ({ default: (await import('./CommentPage')).CommentPage }),
  ['antd', 'comment', 'order', 'print'],
);
const CreateComments = lazyModule(() => import('./CreateComments'), ['antd', 'comment', 'money', 'order', 'picker']);

/** The page of comment orders. */
export default function Comments() {
  const t = useTranslations('comment');
  return (
    <OrderKindProvider value={COMMENT}>
      <OrdersPage
        title={t('title')}
        create={t('create')}
        permission="comment:order:add"
        prefix="i_"
        list={<OrderList more={{ channel: { title: t('platform'), dict: 'comment_platform', from: 'md' } }} />}
        Drafts={Drafts}
        Order={CommentPage}
        Form={CreateComments}
        preload={CreateComments.preload}
      />
    </OrderKindProvider>
  );
}
