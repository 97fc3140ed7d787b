'use client';
import { Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { Credit } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useSearch } from '@/lib/router/navigate';
import { usePathOf } from '@/lib/router/usePathOf';
import { BULK, CALL, EMAIL, endpoint, GROUPS, OrderKindProvider, permission } from '@/ordering/kind';
import { Progress } from '@/ordering/Progress';
import { Link } from '@/ui/Link';
import type { Order } from './order';

const CUSTOMER_ORDER_KINDS = [
  { name: 'messages', kind: BULK, page: 'gc/order' },
  { name: 'groups', kind: GROUPS, page: 'bgo/group' },
  { name: 'calls', kind: CALL, page: 'call/order' },
  { name: 'emails', kind: EMAIL, page: 'edm/order' },
] as const;

/** The orders of a user, one kind at a time; a part of a customer's page. */
export default function CustomerOrders({ userId }: { userId: string }) {
  const t = useTranslations('order');
  const can = usePermission();
  const { params, set } = useSearch();
  const name = params.get('c_kind');
  const shown = CUSTOMER_ORDER_KINDS.filter((k) => can(permission(k.kind, 'page')));
  const one = shown.find((k) => k.name === name) ?? shown[0];
  if (!one) return null;
  return (
    <OrderKindProvider value={one.kind}>
      <Flex vertical gap={12}>
        {shown.length > 1 && (
          <Segmented
            aria-label={t('kind')}
            value={one.name}
            onChange={(kind) => set({ c_kind: kind === shown[0]?.name ? null : kind })}
            options={shown.map((k) => ({ value: k.name, label: t(`ordered.${k.name}`) }))}
          />
        )}
        <OrdersOfKind key={one.name} kindTab={one} customerId={userId} />
      </Flex>
    </OrderKindProvider>
  );
}

type OrdersOfKindProps = { kindTab: (typeof CUSTOMER_ORDER_KINDS)[number]; customerId: string };

function OrdersOfKind({ kindTab: { kind, name, page }, customerId }: OrdersOfKindProps) {
  const t = useTranslations('order');
  const orders = usePathOf(page);
  const named = (o: Order) => o.name || o.orderNo;
  const list = endpoint(kind, '/page');
  const resource: Resource<typeof list, 'order'> = {
    list,
    words: 'order',
    prefix: `c_${name}_`,
    fixed: { customerId },
    columns: {
      name: {
        fixed: true,
        sort: true,
        cell: (o) => (orders ? <Link to={`${orders}?id=${o.id}`}>{named(o)}</Link> : named(o)),
      },
      status: { dict: kind.statuses, sort: true, filter: true },
      counts: { title: t('progress'), width: 130, from: 'md', cell: (o) => <Progress order={o} /> },
      total: { as: 'count', title: kind === GROUPS ? t('ordered.groups') : undefined, sort: true, from: 'sm' },
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
