import { Alert } from 'antd';
import { useFormat } from '@/lib/format';
import { type BulkDetail, type CommonDetail, useMessageTexts } from './kind';
import css from './ordering.module.css';

const WAITING_STATES = {
  hours: 'waits.hours',
  trial: 'waits.trial',
  full: 'waits.full',
  rests: 'waits.rests',
  off: 'waits.off',
} as const;

type WaitingState = Pick<BulkDetail, 'asleep' | 'waits' | 'window'>;

/** Why an order does not send now, or which of its recipients wait while others are served. */
export function WaitingNote({ order }: { order: CommonDetail & WaitingState }) {
  const t = useMessageTexts();
  const f = useFormat();
  const { asleep, waits } = order;
  if (!waits && !asleep) return null;
  if (!waits) {
    const facts = { n: f.count(asleep?.count), time: f.time(asleep?.wakes) };
    return <Alert className={css.alert} type="info" showIcon title={t('waits.asleep', facts)} />;
  }
  const { reason, until } = waits;
  const facts = {
    country: f.country(order.countryCode),
    until: until ? t('waits.until', { time: f.time(until) }) : '',
  };
  return (
    <Alert
      className={css.alert}
      type="info"
      showIcon
      title={t(reason === 'hours' && order.window?.own ? 'waits.own' : WAITING_STATES[reason], facts)}
    />
  );
}
