import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import type { CommonDetail } from './kind';
import { STATUS } from './order';
import css from './ordering.module.css';

/** Why an order is paused, ended or refused. */
export function OrderReason({ order }: { order: CommonDetail & { reason?: string } }) {
  const t = useTranslations('order');
  if (!order.reason) return null;
  const refused = order.status === STATUS.refused;
  return (
    <Alert
      className={css.alert}
      type={refused ? 'error' : order.status === STATUS.paused ? 'warning' : 'info'}
      showIcon
      title={refused ? t('refusedBecause', { reason: order.reason }) : order.reason}
    />
  );
}
