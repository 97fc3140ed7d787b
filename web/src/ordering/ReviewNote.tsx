import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useAgeText } from '@/kit/cell/Age';
import { useFormat } from '@/lib/format';
import { type CommonDetail, useOrderKind, useOrderTexts } from './kind';
import { actionsOf, STATUS } from './order';
import css from './ordering.module.css';

/** Tells a reviewer what to check first in an order, and its customer when it is usually reviewed. */
export function ReviewNote({ order }: { order: CommonDetail & { reviewMinutes?: number } }) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const kind = useOrderKind();
  const f = useFormat();
  const age = useAgeText();
  const can = usePermission();
  if (order.status !== STATUS.review) return null;
  if (!actionsOf(order, can, kind).includes('approve')) {
    const title = order.reviewMinutes ? t('reviewUsual', { time: age(order.reviewMinutes) }) : t('reviewNext');
    return <Alert className={css.alert} type="info" showIcon title={title} />;
  }
  const facts = {
    customer: order.customerName,
    country: f.country(order.countryCode),
    total: f.count(order.total),
    cost: f.credits(order.estimatedCost),
  };
  return (
    <Alert className={css.alert} type="info" showIcon title={t('reviewTitle')} description={own('reviewText', facts)} />
  );
}
