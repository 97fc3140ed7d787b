import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { Panel } from '@/kit/page/Page';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { BULK } from '@/ordering/kind';
import { processedCount } from '@/ordering/order';
import { Progress } from '@/ordering/Progress';
import { Table } from '@/ui/Table';
import type { OrderDetail } from './order';

type SubOrder = NonNullable<OrderDetail['subOrders']>[number];

/** The parts of an order that was split, each with how far it has come. */
export function SubOrders({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  if (!order.subOrders?.length) return null;
  return (
    <Panel title={t('subOrders')}>
      <ScrollBox label={t('subOrders')}>
        <Table<SubOrder>
          size="small"
          rowKey={(s) => s.orderNo}
          dataSource={order.subOrders}
          columns={[
            { key: 'orderNo', title: t('subOrderNo'), render: (s) => s.orderNo },
            { key: 'status', title: t('status'), render: (s) => <DictTag code="order_status" value={s.status} /> },
            {
              key: 'progress',
              title: t('progress'),
              width: 200,
              render: (s) => <Progress order={{ ...order, ...s }} />,
            },
            {
              key: 'total',
              title: t('total'),
              align: 'end',
              render: (s) => `${f.count(processedCount(s, BULK))} / ${f.count(s.total)}`,
            },
          ]}
        />
      </ScrollBox>
    </Panel>
  );
}
