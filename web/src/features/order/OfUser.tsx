'use client';
import { useTranslations } from 'next-intl';
import { Credit } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { Progress } from '@/ordering/Progress';
import { Link } from '@/router/Link';
import { useSearch } from '@/router/navigate';
import { usePathOf } from '@/router/usePathOf';
import type { Order } from './order';

const LIST = '/gc/groupsendorder/page';

/** The orders of whoever the page is about (`?id=`); a part of a customer's page. */
export default function OfUser() {
  const t = useTranslations('order');
  const customerId = useSearch().params.get('id') ?? '';
  const orders = usePathOf('gc/order');
  const named = (o: Order) => o.name || o.orderNo;
  const resource: Resource<typeof LIST, 'order'> = {
    list: LIST,
    words: 'order',
    prefix: 'c_orders_',
    fixed: { customerId },
    columns: {
      name: {
        fixed: true,
        sort: true,
        cell: (o) => (orders ? <Link to={`${orders}?id=${o.id}`}>{named(o)}</Link> : named(o)),
      },
      status: { dict: 'order_status', sort: true, filter: 'several' },
      counts: { title: t('progress'), width: 130, from: 'md', cell: (o) => <Progress order={o} /> },
      total: { as: 'count', sort: true, from: 'sm' },
      estimatedCost: {
        as: 'credit',
        title: t('cost'),
        cell: (o) => <Credit value={o.actualCost ?? o.estimatedCost} />,
      },
      createTime: { as: 'time', sort: true, from: 'md', filter: 'days' },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
