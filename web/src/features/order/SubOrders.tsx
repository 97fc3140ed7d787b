import { Table } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { BULK } from '@/ordering/kind';
import { processedCount } from '@/ordering/order';
import { Progress } from '@/ordering/Progress';
import type { OrderDetail } from './order';

type SubOrder = NonNullable<OrderDetail['subOrders']>[number];

/** The parts of an order that was split, each with how far it has come. */
export function SubOrders({ order }: { order: OrderDetail }) {
  const t = useTranslations('order');
  const f = useFormat();
  if (!order.subOrders?.length) return null;
  return (
    <Panel title={t('subOrders')}>
      <Table<SubOrder>
        size="small"
        rowKey="orderNo"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={order.subOrders}
        columns={[
          { title: t('subOrderNo'), dataIndex: 'orderNo' },
          { title: t('status'), render: (_, s) => <DictTag code="order_status" value={s.status} /> },
          {
            title: t('progress'),
            width: 200,
            render: (_, s) => <Progress order={{ ...order, ...s }} />,
          },
          {
            title: t('total'),
            align: 'end',
            render: (_, s) => `${f.count(processedCount(s, BULK))} / ${f.count(s.total)}`,
          },
        ]}
      />
    </Panel>
  );
}
