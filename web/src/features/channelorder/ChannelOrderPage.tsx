import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Delivery } from '@/ordering/Delivery';
import { CHANNEL } from '@/ordering/kind';
import { OrderFrame, useOrder } from '@/ordering/OrderFrame';
import { STATUS } from '@/ordering/order';
import { NextOrder, ReviewPanel } from '@/ordering/ReviewPanel';
import { Link } from '@/ui/Link';
import type { ChannelDetail } from './request';

/** Page of an order of numbers: what was ordered, and how many numbers were handed out. */
export function ChannelOrderPage({ id, onBack }: { id: string; onBack: () => void }) {
  return (
    <OrderFrame<ChannelDetail>
      asked={useOrder<ChannelDetail>(CHANNEL, id)}
      onBack={onBack}
      actions={(order) => [null, <NextOrder key={id} order={order} />]}
      main={(order) => (
        <>
          {order.status !== STATUS.review && (
            <Delivery order={order}>
              <Numbers id={order.id} />
            </Delivery>
          )}
          <ReviewPanel order={order} by={<DictTag code="resource_pick" value={order.pick} />} />
          <Terms order={order} />
        </>
      )}
    />
  );
}

function Numbers({ id }: { id: string }) {
  const t = useTranslations('channelorder');
  const path = usePathOf('channel/number');
  return path ? <Link to={`${path}?orderId=${id}`}>{t('numbers')}</Link> : null;
}

function Terms({ order }: { order: ChannelDetail }) {
  const t = useTranslations('channelorder');
  const all = useTranslations('order');
  const f = useFormat();
  const admin = ({ phoneNumber, servicerName }: ChannelDetail['administrators'][number]) =>
    [phoneNumber ? f.number(phoneNumber) : t('adminGone'), servicerName].filter(Boolean).join(' · ');
  const of = (label: string, value: string | undefined | null | false) => (value ? [{ label, value }] : []);
  return (
    <Panel title={all('terms')}>
      <DescriptionList
        items={[
          ...(['type', 'quality', 'age', 'pick'] as const).map((name) => ({
            label: t(name),
            value: <DictTag code={`resource_${name}`} value={order[name]} />,
          })),
          ...of(t('segment'), order.segment),
          ...of(t('batchNo'), order.batchNo),
          { label: t('amount'), value: f.count(order.amount) },
          ...of(t('admins'), order.administrators.map(admin).join(', ')),
          { label: all('estimatedCost'), value: f.credits(order.estimatedCost) },
          { label: all('actualCost'), value: order.settled ? f.credits(order.actualCost) : all('notSettled') },
          ...(order.refunds ?? []).map((r) => ({
            label: all('refunded'),
            value: all('refundedOf', { amount: f.credits(r.amount), reason: r.reason, who: r.operator }),
          })),
          { label: t('price'), value: f.credits(order.price) },
          { label: all('countryCode'), value: f.country(order.countryCode) },
          { label: all('customerName'), value: order.customerName },
          ...of(all('operator'), order.operator),
          { label: all('createTime'), value: f.time(order.createTime) },
          { label: all('startTime'), value: order.startTime ? f.time(order.startTime) : all('atOnce') },
          ...of(t('heldUntil'), !order.beginTime && !order.settled && order.deadline && f.time(order.deadline)),
          { label: t('beginTime'), value: f.time(order.beginTime) },
          { label: t('endTime'), value: f.time(order.endTime) },
          ...of(all('remark'), order.remark),
        ]}
      />
    </Panel>
  );
}
