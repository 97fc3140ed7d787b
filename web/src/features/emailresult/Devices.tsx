import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import insight from '@/ordering/insight.module.css';
import css from './emailresult.module.css';
import { type ResultOrder, shareOf, useActivity } from './result';

/** What recipients loaded or clicked with first. */
export function Devices({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult.devices');
  const f = useFormat();
  const { data, error, refetch } = useActivity(order);
  const devices = data?.devices ?? [];
  const whole = devices.reduce((sum, d) => sum + d.people, 0);
  return (
    <Panel title={t('title')}>
      {error && !data ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : whole === 0 ? (
        <EmptyState description={t('nothing')} />
      ) : (
        <>
          <ul className={insight.funnel} aria-label={t('title')}>
            {devices.map((d) => (
              <li key={d.device} data-testid={`device-${d.device}`}>
                <span>{t(d.device)}</span>
                <i aria-hidden="true">
                  <u data-step="arrived" style={{ width: `${shareOf(d.people, whole) * 100}%` }} />
                </i>
                <b>{f.count(d.people)}</b>
                <small>{f.percent(shareOf(d.people, whole))}</small>
              </li>
            ))}
          </ul>
          <p className={css.note}>{t('note')}</p>
        </>
      )}
    </Panel>
  );
}
