import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { daysBack, LeadFunnel, type Period, PeriodChoice } from '@/ordering/LeadFunnel';
import type { Channel } from './channel';

const CHARTED = 10;

/** The funnel of a channel, or of all channels with those that bring most. */
export function ChannelFunnel({
  channel,
  onClose,
}: {
  channel: Pick<Channel, 'id' | 'name'> | 'all' | null;
  onClose: () => void;
}) {
  const t = useTranslations('saleschannel');
  return (
    <PageModal
      open={channel !== null}
      title={channel && (channel === 'all' ? t('funnel') : t('funnelOf', { name: channel.name }))}
      width={760}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {channel && <Charts channelId={channel === 'all' ? undefined : channel.id} />}
    </PageModal>
  );
}

function Charts({ channelId }: { channelId?: string }) {
  const t = useTranslations('saleschannel');
  const f = useFormat();
  const [days, setDays] = useState<Period>('30');
  const { data, error, refetch, isPending } = useQuery(
    get('/channel/sales/funnel', { query: { dayStart: daysBack(days), ...(channelId ? { channelId } : {}) } }),
  );
  const series = [
    { field: 'visitors', label: t('visitors'), colour: 3 as const },
    { field: 'leads', label: t('leads'), colour: 1 as const },
    { field: 'customers', label: t('customers'), colour: 5 as const },
  ];
  const some = data && data.total.visitors + data.total.leads > 0;
  const common = { format: f.count, loading: isPending, empty: t('nothing'), height: 200, x: 'name', series };
  return (
    <>
      <PeriodChoice value={days} onChange={setDays} />
      <ErrorAlert error={error} onRetry={refetch} />
      {data && <LeadFunnel counts={data.total} />}
      <Chart
        {...common}
        label={t('byDay')}
        kind="area"
        data={some ? data.days.map((d) => ({ ...d, name: d.day.slice(5) })) : []}
      />
      {!channelId && (
        <Chart
          {...common}
          label={t('byChannel')}
          kind="bar"
          data={(data?.channels ?? []).slice(0, CHARTED).map((c) => ({ ...c }))}
        />
      )}
    </>
  );
}
