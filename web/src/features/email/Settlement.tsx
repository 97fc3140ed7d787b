import { useTranslations } from 'next-intl';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useLimit } from '@/kit/useLimit';
import { useFormat } from '@/lib/format';
import css from './email.module.css';
import type { EmailDetail } from './order';

/** What an order cost: what was charged, which emails came back, and what was or will be refunded. */
export function Settlement({ order }: { order: EmailDetail }) {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const f = useFormat();
  const days = useLimit('email.refund.soft.days');
  if (order.beginTime === null) return null;
  const { softBounces, hardBounces, blacklisted, refunded } = order;
  return (
    <Panel title={t('settlement.title')}>
      <DescriptionList
        items={[
          { label: all('estimatedCost'), value: f.credits(order.estimatedCost) },
          { label: all('actualCost'), value: order.settled ? f.credits(order.actualCost) : all('notSettled') },
          { label: t('settlement.hard'), value: f.count(hardBounces) },
          { label: t('settlement.soft'), value: f.count(softBounces) },
          ...(blacklisted > 0 ? [{ label: t('settlement.blacklisted'), value: f.count(blacklisted) }] : []),
          ...(refunded > 0 ? [{ label: t('settlement.refunded'), value: f.credits(refunded) }] : []),
          ...(order.refunds ?? []).map((r) => ({
            label: f.minute(r.createTime),
            value: all('refundedOf', { amount: f.credits(r.amount), reason: r.reason, who: r.operator }),
          })),
        ]}
      />
      <p className={css.note}>
        {t(order.settled ? (softBounces > 0 ? 'settlement.softNote' : 'settlement.done') : 'settlement.open', { days })}
      </p>
    </Panel>
  );
}
