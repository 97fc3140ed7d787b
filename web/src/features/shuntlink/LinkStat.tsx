import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/kit/chart/Chart';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { get } from '@/lib/api/query';
import { dayAtEight, useFormat } from '@/lib/format';
import type { Link } from './values';

const PERIODS = ['7', '30', '90'] as const;
const DAY = 86_400_000;
const CHARTED = 12;

/** How often a link was opened: by day, country and target. */
export function LinkStat({ link, onClose }: { link: Link | null; onClose: () => void }) {
  const t = useTranslations('shuntlink');
  return (
    <PageModal
      open={!!link}
      title={link && t('statTitle', { name: link.name })}
      width={760}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {link && <Charts link={link} />}
    </PageModal>
  );
}

function Charts({ link }: { link: Link }) {
  const t = useTranslations('shuntlink');
  const f = useFormat();
  const [days, setDays] = useState<(typeof PERIODS)[number]>('7');
  const dayStart = dayAtEight(new Date(Date.now() - (Number(days) - 1) * DAY));
  const stat = useQuery(get('/shunt/link/{id}/stat', { path: { id: link.id }, query: { dayStart } }));
  const { data } = stat;
  const common = { format: f.count, loading: stat.isPending, empty: t('noClicks'), height: 200 };
  const clicks = { field: 'clicks', label: t('clicks'), colour: 1 as const };
  return (
    <>
      <Segmented
        aria-label={t('period')}
        value={days}
        onChange={setDays}
        options={PERIODS.map((value) => ({ value, label: t('days', { n: value }) }))}
      />
      <ErrorAlert error={stat.error} onRetry={stat.refetch} />
      <Chart
        {...common}
        label={t('byDay')}
        kind={days === '7' ? 'bar' : 'area'}
        x="day"
        data={data && data.clicks + data.bots > 0 ? data.days.map((d) => ({ ...d, day: d.day.slice(5) })) : []}
        series={[clicks, { field: 'bots', label: t('bots'), colour: 3 }]}
      />
      <Chart
        {...common}
        label={t('byCountry')}
        kind="bar"
        x="name"
        data={(data?.countries ?? [])
          .slice(0, CHARTED)
          .map((c) => ({ name: c.countryCode ? f.country(c.countryCode) : t('unknown'), clicks: c.clicks }))}
        series={[clicks]}
      />
      <Chart
        {...common}
        label={t('byTarget')}
        kind="bar"
        x="name"
        data={(data?.targets ?? [])
          .slice(0, CHARTED)
          .map((one) => ({ name: one.name || t('deleted'), clicks: one.clicks }))}
        series={[clicks]}
      />
    </>
  );
}
