import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { CommentDetail } from './order';

/** The terms of a comment order: its page, who declared to own it, its price and times. */
export function Terms({ order }: { order: CommentDetail }) {
  const t = useTranslations('comment');
  const all = useTranslations('order');
  const f = useFormat();
  const { content, declared } = order;
  const of = (label: string, value: string | undefined | null) => (value ? [{ label, value }] : []);
  return (
    <Panel title={all('terms')}>
      <DescriptionList
        items={[
          { label: t('platform'), value: <DictTag code="comment_platform" value={content.platform} /> },
          {
            label: t('targetUrl'),
            value: (
              <a href={content.targetUrl} target="_blank" rel="noreferrer noopener">
                {content.targetUrl}
              </a>
            ),
          },
          { label: t('declared'), value: t('declaredBy', { name: declared.name, time: f.time(declared.time) }) },
          ...of(t('template'), order.template),
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
          ...of(all('deadline'), order.deadline && f.time(order.deadline)),
          { label: t('beginTime'), value: f.time(order.beginTime) },
          { label: t('endTime'), value: f.time(order.endTime) },
          ...of(all('retryTime'), order.retryTime && f.time(order.retryTime)),
          ...of(all('remark'), order.remark),
        ]}
      />
    </Panel>
  );
}
