import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { CountrySelect } from '@/kit/input/selects';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';

const CHARTED = 30;

/** The numbers of card dealers that can be ordered, by day from today on. */
export function NumberDays({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('stock');
  const f = useFormat();
  const [country, setCountry] = useState<string>();
  const days = useQuery({
    ...get('/kfsms/repertory/days', { query: { countryCode: country, days: CHARTED } }),
    enabled: open,
    staleTime: 0,
  });
  const rows = days.data ?? [];
  return (
    <PageModal open={open} title={t('numberDays')} width={760} onCancel={onClose} footer={null} destroyOnHidden>
      <CountrySelect
        style={{ width: 240 }}
        allowClear
        aria-label={t('country')}
        placeholder={t('country')}
        value={country as string}
        onChange={(v) => setCountry((v as string | undefined) || undefined)}
      />
      <ErrorAlert error={days.error} onRetry={days.refetch} />
      <Chart
        label={t('numberDays')}
        kind="area"
        x="day"
        format={f.count}
        loading={days.isPending}
        empty={t('noNumbers')}
        height={240}
        data={rows.some((d) => (d.total ?? d.available) > 0) ? rows.map((d) => ({ ...d, day: d.date.slice(5) })) : []}
        series={[
          { field: 'available', label: t('available'), colour: 1 },
          { field: 'assigned', label: t('assigned'), colour: 3 },
        ]}
      />
    </PageModal>
  );
}
