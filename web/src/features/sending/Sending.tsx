'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DeliveryRate } from '@/kit/cell/DeliveryRate';
import { Chart } from '@/kit/chart/Chart';
import { ExportButton } from '@/kit/export/ExportButton';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { chosenOf, Filters } from './Filters';
import { DETAILED, type PartKind, Parts } from './Parts';
import css from './sending.module.css';
import type { SendingReport } from './sendingReport';

const SPANS = ['7', '30', '90'] as const;
type Span = (typeof SPANS)[number];
const DAY = 86_400_000;
/** The platform's days begin at +08:00. */
const ZONE = 8 * 3_600_000;
const dayOf = (ms: number) => new Date(ms + ZONE).toISOString().slice(0, 10);

const BLANK = '\u00a0';

/** Page of sent messages in the caller's scope, by day, customer, channel, country and template. */
export default function Sending() {
  const t = useTranslations('sending');
  const { params, set } = useSearch();
  const span: Span = SPANS.find((s) => s === params.get('days')) ?? '30';
  const now = Date.now();
  const days = { from: dayOf(now - (Number(span) - 1) * DAY), to: dayOf(now) };
  const chosen = chosenOf(params);
  const [kind, setKind] = useState<PartKind>('countries');
  const query = { ...days, ...chosen } as typeof days & { channel?: 'whatsapp' | 'sms' | 'voice' };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...get('/dmp/sending', { query: { ...query, ...(DETAILED.includes(kind) && { detail: true }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <Segmented
            aria-label={t('span')}
            value={span}
            options={SPANS.map((value) => ({ value, label: t('days', { n: Number(value) }) }))}
            onChange={(days) => set({ days })}
          />
          <ExportButton path="/dmp/sending/export" query={query} gate={{ permission: 'dmp:sending:page' }} />
        </>
      }
    >
      <Filters days={days} chosen={chosen} />
      <ErrorAlert error={error} onRetry={refetch} />
      {!error && <Tiles report={data} />}
      <Days report={data} loading={isPending} />
      <Parts report={isPlaceholderData ? undefined : data} kind={kind} onKind={setKind} />
    </Page>
  );
}

/** The tiles stand before their figures come, so that nothing below them moves. */
function Tiles({ report }: { report?: SendingReport }) {
  const t = useTranslations('sending');
  const f = useFormat();
  const n = report?.total;
  const count = (value?: number) => (n ? f.count(value) : BLANK);
  const share = (part = 0, whole = 0) => (!n ? BLANK : whole > 0 ? f.percent(part / whole) : '–');
  const tiles = [
    { key: 'orders', value: count(n?.orders), note: n ? t('recipients', { n: n.targets }) : BLANK },
    { key: 'sent', value: count(n?.sent), note: share(n?.sent, n?.targets) },
    { key: 'arrived', value: count(n?.arrived), note: <DeliveryRate delivery={n} /> },
    { key: 'read', value: count(n?.read), note: share(n?.read, n?.arrived) },
    { key: 'failed', value: count(n && n.failed - n.heldBack), note: share(n && n.failed - n.heldBack, n?.targets) },
    { key: 'complained', value: count(n?.complained), note: share(n?.complained, n?.sent) },
    { key: 'cost', value: n ? f.credits(n.cost) : BLANK, note: BLANK },
  ] as const;
  return (
    <dl className={css.tiles}>
      {tiles.map((tile) => (
        <div key={tile.key} data-testid={`sending-${tile.key}`}>
          <dt>{t(tile.key)}</dt>
          <dd>
            <b>{tile.value}</b>
            <small>{tile.note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Days({ report, loading }: { report?: SendingReport; loading: boolean }) {
  const t = useTranslations('sending');
  const f = useFormat();
  return (
    <Panel title={t('byDay')}>
      <Chart
        kind="area"
        label={t('byDayChart')}
        data={(report?.days ?? []).map((d) => ({
          day: d.key.slice(5),
          arrived: d.arrived,
          read: d.read,
          failed: d.failed - d.heldBack,
          sent: d.sent,
        }))}
        x="day"
        xLabel={t('day')}
        series={[
          { field: 'arrived', label: t('arrived'), colour: 'delivered' },
          { field: 'read', label: t('read'), colour: 'read' },
          { field: 'failed', label: t('failed'), colour: 'failed' },
          { field: 'sent', label: t('sent'), colour: 'sent', dashed: true },
        ]}
        height={240}
        format={(v) => f.count(v)}
        loading={loading}
      />
    </Panel>
  );
}
