import { useTranslations } from 'next-intl';
import { useFormat } from '@/kit/format';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { Link } from '@/router/Link';
import { useSearch } from '@/router/navigate';
import { type Customer, LIST } from './customer';
import { Held } from './useCustomers';

/** The secondary users below a customer. */
export function Secondaries({ of }: { of: Customer }) {
  const t = useTranslations('customer');
  const f = useFormat();
  const { href } = useSearch();
  const resource: Resource<typeof LIST, 'customer'> = {
    list: LIST,
    words: 'customer',
    prefix: 'c_',
    rowKey: 'userId',
    fixed: { parentId: of.userId },
    empty: t('noSecondaries'),
    settings: false,
    columns: {
      name: { sort: true, fixed: true, cell: (c) => <Link to={href({ id: c.userId, c_tab: null })}>{c.name}</Link> },
      phone: { sort: true, from: 'sm' },
      status: { dict: 'user_status', sort: true },
      'own.credit': { title: f.inCredits(t('credit')), number: true, cell: (c) => <Held userId={c.userId} /> },
      createTime: { as: 'time', sort: true, from: 'md' },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
