import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Age } from '@/kit/cell/Age';
import { EmptyState } from '@/kit/page/EmptyState';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { menuQuery } from '@/lib/query';
import { pageOf } from '@/lib/router/menu';
import { Link } from '@/ui/Link';
import { Table, type TableColumn } from '@/ui/Table';
import { type Figures, ORDER_PAGES } from './figures';
import css from './operation.module.css';
import { NotMeasured } from './parts';

type Row = NonNullable<NonNullable<Figures['unknown']>['orders']>[number];

const HEIGHT = 320;

/** Calls to providers whose outcome is not known, by order. */
export function UnknownOutcomes({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const { unknown } = figures;
  const columns: TableColumn<Row>[] = [
    { key: 'order', title: t('order'), render: (o) => <OrderLink kind={o.kind} id={o.orderId} text={o.orderNo} /> },
    { key: 'count', title: t('number'), align: 'end', render: (o) => f.count(o.count) },
    { key: 'since', title: t('since'), align: 'end', render: (o) => <Age since={o.since} /> },
  ];
  return (
    <Panel title={t('unknown')}>
      <p className={css.hint}>{t('unknownNote')}</p>
      {!unknown && <NotMeasured why={t('readFailed')} />}
      {unknown?.total === 0 && <EmptyState motif="list" description={t('unknownNone')} />}
      {unknown?.more && <p className={css.hint}>{t('unknownMore')}</p>}
      {unknown && unknown.total > 0 && (
        <ScrollBox label={t('unknown')} maxHeight={HEIGHT}>
          <Table<Row> size="small" columns={columns} dataSource={unknown.orders ?? []} rowKey={(o) => o.orderId} />
        </ScrollBox>
      )}
    </Panel>
  );
}

/** An order by the page of its kind; text alone where the user may not open it, or the kind is not known. */
export function OrderLink({ kind, id, text }: { kind: string; id: string; text: string }) {
  const menu = useQuery(menuQuery).data ?? [];
  const uri = ORDER_PAGES[kind];
  const path = uri && pageOf(menu, uri)?.path;
  return path ? <Link to={`${path}?id=${encodeURIComponent(id)}`}>{text}</Link> : <code>{text}</code>;
}
