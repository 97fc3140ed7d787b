import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { Table, type TableColumn } from '@/ui/Table';
import css from './emailresult.module.css';
import { type MailboxFigures, type ResultOrder, shareOf, useMailboxes } from './result';

type Figure = Exclude<keyof MailboxFigures, 'provider'>;

/** The results at each mailbox provider: one that delivers less than the others shows a problem with the sender. */
export function Mailboxes({ order }: { order: ResultOrder }) {
  const t = useTranslations('emailresult.mailboxes');
  const { data, error, refetch } = useMailboxes(order);
  const columns = useMailboxColumns(order);
  const rows = (data?.records ?? []).filter((m) => m.sent + m.delivered + m.bounced > 0);
  return (
    <Panel title={t('title')}>
      {error && !data ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : rows.length === 0 ? (
        <EmptyState description={t('nothing')} />
      ) : (
        <>
          <ScrollBox label={t('title')}>
            <Table<MailboxFigures> size="small" rowKey={(m) => m.provider} dataSource={rows} columns={columns} />
          </ScrollBox>
          <p className={css.note}>{t('note')}</p>
          {data.partial && <p className={css.note}>{t('partial')}</p>}
        </>
      )}
    </Panel>
  );
}

function useMailboxColumns(order: ResultOrder): TableColumn<MailboxFigures>[] {
  const t = useTranslations('emailresult.mailboxes');
  const f = useFormat();
  const figure = (key: Figure, whole?: Figure): TableColumn<MailboxFigures> => ({
    key,
    title: t(key),
    align: 'end',
    render: (m) => (
      <span className={css.figure}>
        <span>{f.count(m[key])}</span>
        {whole && <small>{m[whole] > 0 ? f.percent(shareOf(m[key], m[whole])) : ''}</small>}
      </span>
    ),
  });
  return [
    { key: 'provider', title: t('provider'), render: (m) => t(`names.${m.provider}`) },
    figure('sent'),
    figure('delivered', 'sent'),
    figure('bounced', 'sent'),
    ...(order.trackLoads ? [figure('loaded', 'delivered')] : []),
    ...(order.trackClicks ? [figure('clicked', 'delivered')] : []),
  ];
}
