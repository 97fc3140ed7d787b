import { useTranslations } from 'next-intl';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { CUSTOMER_LIST, type Customer } from './customer';
import { AvailableCredit } from './useCustomers';

/** The secondary users below a customer. */
export function Secondaries({ customer }: { customer: Customer }) {
  const t = useTranslations('customer');
  const f = useFormat();
  const { href } = useSearch();
  const resource: Resource<typeof CUSTOMER_LIST, 'customer'> = {
    list: CUSTOMER_LIST,
    words: 'customer',
    prefix: 'c_',
    rowKey: 'userId',
    fixed: { parentId: customer.userId },
    empty: t('noSecondaries'),
    settings: false,
    columns: {
      name: { sort: true, fixed: true, cell: (c) => <Link to={href({ id: c.userId, c_tab: null })}>{c.name}</Link> },
      phone: { sort: true, from: 'sm' },
      status: { dict: 'user_status', sort: true },
      'own.credit': {
        title: f.inCredits(t('credit')),
        number: true,
        cell: (c) => <AvailableCredit userId={c.userId} />,
      },
      createTime: { as: 'time', sort: true, from: 'md' },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
