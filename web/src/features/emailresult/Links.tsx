import { Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import { ClickMap } from './ClickMap';
import { labelsOf } from './clickmap';
import css from './emailresult.module.css';
import { type LinkFigures, type ResultOrder, shareOf, useLinks, useNumbered, type Variant } from './result';

/** Clicks by link: on a map of the email, and the same figures as a table. */
export function Links({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult.links');
  const links = useLinks(order);
  const [variant, setVariant] = useState<Variant>('a');
  const email = useNumbered(order, variant);
  const rows = links.data?.records ?? [];
  const html = email.data?.html ?? '';
  return (
    <Panel
      title={t('title')}
      extra={
        order.ab && (
          <Segmented
            aria-label={t('variant')}
            value={variant}
            options={(['a', 'b'] as const).map((value) => ({
              value,
              label: t('email', { name: value.toUpperCase() }),
            }))}
            onChange={setVariant}
          />
        )
      }
    >
      {links.error && !links.data ? (
        <ErrorAlert error={links.error} onRetry={links.refetch} />
      ) : !links.data ? (
        <Skeleton active />
      ) : rows.length === 0 ? (
        <EmptyState description={t('nothing')} />
      ) : (
        <div className={css.map} data-map={order.format === 'html'}>
          {order.format === 'html' && <ClickMap html={html} links={rows} error={email.error} onRetry={email.refetch} />}
          <LinkTable links={rows} labels={labelsOf(html)} />
        </div>
      )}
    </Panel>
  );
}

/** People on a link count once. The same person may be on several. */
function LinkTable({ links, labels }: { links: LinkFigures[]; labels: Map<number, string> }) {
  const t = useTranslations('emailresult.links');
  const f = useFormat();
  const clicks = links.reduce((sum, l) => sum + l.clicks, 0);
  const count = (key: 'people' | 'clicks' | 'machineClicks'): TableColumn<LinkFigures> => ({
    key,
    title: t(key),
    align: 'end',
    render: (l) => f.count(l[key]),
  });
  return (
    <div className={css.beside}>
      <ScrollBox label={t('title')}>
        <Table<LinkFigures>
          size="small"
          rowKey={(l) => String(l.link)}
          dataSource={links}
          columns={[
            { key: 'link', title: t('link'), render: (l) => <LinkName link={l} label={labels.get(l.link)} /> },
            count('people'),
            count('clicks'),
            { key: 'share', title: t('share'), align: 'end', render: (l) => f.percent(shareOf(l.clicks, clicks)) },
            count('machineClicks'),
          ]}
        />
      </ScrollBox>
      <p className={css.note}>{t('note')}</p>
    </div>
  );
}

/** A link by its text in the email, and its address. */
function LinkName({ link, label }: { link: LinkFigures; label?: string }) {
  const t = useTranslations('emailresult.links');
  const address = link.url || t(link.link < 0 ? 'elsewhere' : 'filled');
  return (
    <span className={css.link}>
      {label && <b className={css.name}>{label}</b>}
      <span className={css.address} title={link.url || undefined}>
        {address}
      </span>
    </span>
  );
}
