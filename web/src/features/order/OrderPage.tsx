import { useTranslations } from 'next-intl';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { Cost } from '@/ordering/Cost';
import { Delivery, States } from '@/ordering/Delivery';
import { Failures } from '@/ordering/Failures';
import { Funnel } from '@/ordering/Funnel';
import { useHours } from '@/ordering/hours';
import { BULK } from '@/ordering/kind';
import { OrderFrame, useOrder } from '@/ordering/OrderFrame';
import { countOf, isRunning, STATUS } from '@/ordering/order';
import { NextOrder, ReviewPanel } from '@/ordering/ReviewPanel';
import { SendRateChart } from '@/ordering/SendRateChart';
import { Trial } from '@/ordering/Trial';
import { WaitingNote } from '@/ordering/WaitingNote';
import { Answers } from './Answers';
import { Messages } from './Messages';
import { Numbers } from './Numbers';
import type { OrderDetail } from './order';
import { SentBy } from './SentBy';
import { SubOrders } from './SubOrders';
import { Targets } from './Targets';

export function OrderPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('order');
  return (
    <OrderFrame<OrderDetail>
      asked={useOrder<OrderDetail>(BULK, id)}
      onBack={onBack}
      actions={(order) => [<Answers key="answers" id={id} />, <NextOrder key={id} order={order} />]}
      top={(order) => <WaitingNote order={order} />}
      main={(order) => (
        <>
          {order.status !== STATUS.review && (
            <Delivery
              order={order}
              funnel={order.funnel && <Funnel order={order} replies={order.channel === 'whatsapp'} />}
            />
          )}
          <Trial order={order} />
          <ReviewPanel order={order} by={<SentBy order={order} />} />
          <SubOrders order={order} />
          <Terms order={order} />
          <Cost order={order} />
          {/* Known later than the order: nothing stands below that would move. */}
          {order.status !== STATUS.review && <SendRateChart order={order} />}
          {order.status !== STATUS.review && <Numbers id={id} busy={isRunning(order)} />}
        </>
      )}
      side={(order) =>
        countOf(order, 'failed') + countOf(order, 'skipped') > 0 && <Failures id={id} busy={isRunning(order)} />
      }
      message={{
        label: t('message'),
        text: (order) => order.message.text,
        content: (order) => <Messages order={order} />,
      }}
      targets={{
        label: t('targets'),
        content: (order) => (
          <>
            {order.funnel && <States order={order} />}
            <Targets order={order} />
          </>
        ),
      }}
    />
  );
}

/** Shows the filters of the contact collection. */
function Filters({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const all = [
    order.segment && t('ofSegment', { segment: order.segment }),
    order.waFilter && t('ofWA'),
    order.activeDays && t('ofActive', { n: order.activeDays }),
  ];
  return all.filter(Boolean).join('; ');
}

function Terms({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  const { fact } = useHours();
  return (
    <Panel title={t('terms')}>
      <DescriptionList
        items={[
          { label: t('estimatedCost'), value: f.credits(order.estimatedCost) },
          { label: t('actualCost'), value: order.settled ? f.credits(order.actualCost) : t('notSettled') },
          ...(order.refunds ?? []).map((r) => ({
            label: t('refunded'),
            value: t('refundedOf', { amount: f.credits(r.amount), reason: r.reason, who: r.operator }),
          })),
          { label: t('price'), value: f.credits(order.price) },
          { label: t('channel'), value: <SentBy order={order} /> },
          { label: t('countryCode'), value: f.country(order.countryCode) },
          { label: t('customerName'), value: order.customerName },
          ...(order.segment || order.waFilter || order.activeDays
            ? [{ label: t('filters'), value: <Filters order={order} /> }]
            : []),
          ...(order.operator ? [{ label: t('operator'), value: order.operator }] : []),
          { label: t('createTime'), value: f.time(order.createTime) },
          { label: t('startTime'), value: order.startTime ? f.time(order.startTime) : t('atOnce') },
          ...(order.window ? [{ label: t('hoursTitle'), value: fact(order.window) }] : []),
          ...(order.deadline ? [{ label: t('deadline'), value: f.time(order.deadline) }] : []),
          { label: t('beginTime'), value: f.time(order.beginTime) },
          { label: t('endTime'), value: f.time(order.endTime) },
          ...(order.retryTime ? [{ label: t('retryTime'), value: f.time(order.retryTime) }] : []),
          ...(order.earlier ?? []).map((g, i) => ({
            label: t('earlier', { n: i + 1 }),
            value: t('earlierOf', {
              n: f.count(g.targets),
              charged: f.count(g.charged),
              price: f.credits(g.price),
              failed: f.count(g.failed),
            }),
          })),
          ...(order.remark ? [{ label: t('remark'), value: order.remark }] : []),
        ]}
      />
    </Panel>
  );
}
