import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { GroupOrder } from './group';
import { useStaff } from './StaffSelect';

/** Numbers of customer service by their ids. */
function Numbers({ ids, owner }: { ids: readonly string[] | null | undefined; owner: string }) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const { data = [] } = useStaff(owner);
  if (!ids?.length) return t('none');
  return ids
    .map((id) => data?.find((o) => o.id === id))
    .map((o) => (o ? f.number(o.phoneNumber) : t('numberGone')))
    .join(', ');
}

/** Shows the content, the terms and the dates of an order. */
export function Terms({ order }: { order: GroupOrder }) {
  const t = useTranslations('buildgroup');
  const all = useTranslations('order');
  const f = useFormat();
  const c = order.content;
  return (
    <Panel title={all('terms')}>
      <DescriptionList
        items={[
          { label: all('estimatedCost'), value: f.credits(order.estimatedCost) },
          { label: all('actualCost'), value: order.settled ? f.credits(order.actualCost) : all('notSettled') },
          ...(order.refunds ?? []).map((r) => ({
            label: all('refunded'),
            value: all('refundedOf', { amount: f.credits(r.amount), reason: r.reason, who: r.operator }),
          })),
          { label: t('perGroup'), value: f.credits(order.price * (order.parts ?? 1)) },
          { label: t('places'), value: f.count(order.parts) },
          { label: t('provider'), value: <DictTag code="group_provider" value={order.provider} /> },
          { label: all('countryCode'), value: f.country(order.countryCode) },
          { label: all('customerName'), value: order.customerName },
          { label: t('size'), value: `${c.sizeMin}–${c.sizeMax}` },
          { label: t('services'), value: <Numbers ids={c.services} owner={order.customerId} /> },
          { label: t('admins'), value: <Numbers ids={c.admins} owner={order.customerId} /> },
          { label: t('mute'), value: t(c.mute ? 'yes' : 'no') },
          { label: t('joinApproval'), value: t(c.joinApproval ? 'yes' : 'no') },
          ...(c.waFilter || c.activeDays
            ? [
                {
                  label: all('filters'),
                  value: [c.waFilter && all('ofWA'), c.activeDays && all('ofActive', { n: c.activeDays })]
                    .filter(Boolean)
                    .join('; '),
                },
              ]
            : []),
          ...(order.operator ? [{ label: all('operator'), value: order.operator }] : []),
          { label: all('createTime'), value: f.time(order.createTime) },
          { label: all('startTime'), value: order.startTime ? f.time(order.startTime) : all('atOnce') },
          ...(order.deadline ? [{ label: t('endTime'), value: f.time(order.deadline) }] : []),
          { label: t('beginTime'), value: f.time(order.beginTime) },
          { label: t('endedTime'), value: f.time(order.endTime) },
          ...(order.retryTime ? [{ label: all('retryTime'), value: f.time(order.retryTime) }] : []),
          ...(order.remark ? [{ label: all('remark'), value: order.remark }] : []),
        ]}
      />
    </Panel>
  );
}
