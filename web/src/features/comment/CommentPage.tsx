import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import { Delivery } from '@/ordering/Delivery';
import { COMMENT } from '@/ordering/kind';
import { OrderFrame, useOrder } from '@/ordering/OrderFrame';
import { STATUS } from '@/ordering/order';
import { NextOrder, ReviewPanel } from '@/ordering/ReviewPanel';
import { Items } from './Items';
import type { CommentDetail } from './order';
import { Terms } from './Terms';
import { Texts } from './Texts';

/** Page of a comment order: a reviewer sees texts and page first, its customer how far the comments are. */
export function CommentPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('comment');
  return (
    <OrderFrame<CommentDetail>
      asked={useOrder<CommentDetail>(COMMENT, id)}
      onBack={onBack}
      actions={(order) => [null, <NextOrder key={id} order={order} />]}
      main={(order) => (
        <>
          {order.status !== STATUS.review && <Delivery order={order} />}
          <ReviewPanel order={order} by={t('hand')} />
          <Terms order={order} />
        </>
      )}
      message={{
        label: t('texts'),
        content: (order) => (
          <Panel title={t('texts')}>
            <Texts texts={order.texts} quantity={order.total} />
          </Panel>
        ),
      }}
      targets={{ label: t('items'), content: (order) => <Items order={order} /> }}
    />
  );
}
