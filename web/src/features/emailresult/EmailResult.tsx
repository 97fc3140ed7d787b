import { Alert, Empty, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { Devices } from './Devices';
import { EmailFunnel } from './EmailFunnel';
import { Links } from './Links';
import { Mailboxes } from './Mailboxes';
import { OverTime } from './OverTime';
import { type ResultOrder, useResult } from './result';

/** Results of an email order: its funnel, and who loaded and clicked when, where and with what. */
export function EmailResult({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult');
  const { data, error, refetch } = useResult(order);
  const funnel = data?.funnel;
  const sent = (funnel?.sent ?? 0) > 0;
  return (
    <>
      <Panel title={t('title')}>
        {error && !data ? (
          <ErrorAlert error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton active paragraph={{ rows: 5 }} />
        ) : funnel && sent ? (
          <>
            <TrackingOff order={order} />
            <EmailFunnel order={order} funnel={funnel} />
          </>
        ) : (
          <Empty description={t('nothing')} />
        )}
      </Panel>
      {sent && (
        <>
          {(order.trackLoads || order.trackClicks) && <OverTime order={order} />}
          {order.trackClicks && <Links order={order} />}
          <Mailboxes order={order} />
          {(order.trackLoads || order.trackClicks) && <Devices order={order} />}
        </>
      )}
    </>
  );
}

/** Says what is not counted, and why. */
function TrackingOff({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult.off');
  const what = order.trackLoads ? 'clicks' : order.trackClicks ? 'loads' : 'both';
  if (order.trackLoads && order.trackClicks) return null;
  return <Alert type="info" showIcon title={t(what)} description={t('why')} style={{ marginBlockEnd: 16 }} />;
}

export default EmailResult;
