import { Alert, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { Devices } from './Devices';
import { EmailFunnel } from './EmailFunnel';
import { Links } from './Links';
import { Mailboxes } from './Mailboxes';
import { OverTime } from './OverTime';
import { type ResultOrder, useResult } from './result';
import { type Reason, useCounted } from './useCounted';

/** Results of an email order: its funnel, and who loaded and clicked when, where and with what. */
export function EmailResult({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult');
  const { data, error, refetch } = useResult(order);
  const funnel = data?.funnel;
  const sent = (funnel?.sent ?? 0) > 0;
  const { counted, why, at } = useCounted(order, funnel);
  return (
    <>
      <Panel title={t('title')}>
        {error && !data ? (
          <ErrorAlert error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton active paragraph={{ rows: 5 }} />
        ) : funnel && sent ? (
          <>
            {why && <NotCounted why={why} at={at} />}
            <EmailFunnel order={counted} funnel={funnel} />
          </>
        ) : (
          <EmptyState description={t('nothing')} />
        )}
      </Panel>
      {sent && (
        <>
          {(counted.trackLoads || counted.trackClicks) && <OverTime order={counted} />}
          {counted.trackClicks && <Links order={counted} />}
          <Mailboxes order={counted} />
          {(counted.trackLoads || counted.trackClicks) && <Devices order={counted} />}
        </>
      )}
    </>
  );
}

/** Says what is not counted, and why. */
function NotCounted({ why, at }: { why: Reason; at?: string }) {
  const t = useTranslations('emailresult.off');
  const f = useFormat();
  const own = why === 'loads' || why === 'clicks' || why === 'both';
  const text = own ? t('why') : t(`${why}Why`, { time: f.minute(at) });
  return <Alert type="info" showIcon title={t(why)} description={text} style={{ marginBlockEnd: 16 }} />;
}

export default EmailResult;
