import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { useHours } from '@/ordering/hours';
import type { CallDetail } from './order';
import { useLanguages } from './useLanguages';

/** The terms of an order: its settings, customer, price and times. */
export function Terms({ order }: { order: CallDetail }) {
  const t = useTranslations('call');
  const all = useTranslations('order');
  const f = useFormat();
  const { fact } = useHours();
  const { nameOf } = useLanguages();
  const of = (label: string, value: string | undefined | null | false) => (value ? [{ label, value }] : []);
  return (
    <Panel title={all('terms')}>
      <DescriptionList
        items={[
          ...of(t('apiOrderId'), order.apiOrderId),
          { label: all('estimatedCost'), value: f.credits(order.estimatedCost) },
          { label: all('actualCost'), value: order.settled ? f.credits(order.actualCost) : all('notSettled') },
          ...(order.refunds ?? []).map((r) => ({
            label: all('refunded'),
            value: all('refundedOf', { amount: f.credits(r.amount), reason: r.reason, who: r.operator }),
          })),
          { label: t('price'), value: f.credits(order.price) },
          { label: t('minutesEach'), value: f.count(order.recording.minutes) },
          { label: t('callType'), value: <DictTag code="call_type" value={order.callType} /> },
          ...of(t('stopKey'), order.stopKey),
          ...of(t('language'), order.language && nameOf(order.language)),
          { label: all('countryCode'), value: f.country(order.countryCode) },
          { label: all('customerName'), value: order.customerName },
          ...of(all('operator'), order.operator),
          { label: all('createTime'), value: f.time(order.createTime) },
          { label: all('startTime'), value: order.startTime ? f.time(order.startTime) : all('atOnce') },
          ...(order.window ? [{ label: t('hoursTitle'), value: fact(order.window) }] : []),
          ...of(all('deadline'), order.deadline && f.time(order.deadline)),
          ...of(t('hours'), order.hours ? f.count(order.hours) : ''),
          { label: t('beginTime'), value: f.time(order.beginTime) },
          { label: t('endTime'), value: f.time(order.endTime) },
          ...of(all('retryTime'), order.retryTime && f.time(order.retryTime)),
          ...of(all('remark'), order.remark),
        ]}
      />
    </Panel>
  );
}
