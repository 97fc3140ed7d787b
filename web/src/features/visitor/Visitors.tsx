'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { get } from '@/lib/api/query';
import { useSearch } from '@/lib/router/navigate';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';

const VISITORS = '/channel/visitor/page';

/** Customers and agents whose visitors the user can list; the newest of each. */
function useOwners() {
  const may = usePermission();
  const customers = useQuery({
    ...get('/aty/customerinfo/selector', { query: { type: '2' } }),
    enabled: may('aty:customerinfo:page') && may({ types: [1, 11] }),
  });
  const agents = useQuery({
    ...get('/proxy/info/selector'),
    enabled: may('proxy:page') && may({ types: [1] }),
  });
  return [...(customers.data ?? []), ...(agents.data ?? [])].map(({ userId, name }) => ({
    value: userId,
    label: name,
  }));
}

/** The newest hundred channels, of the customer that is chosen: more would not be read in a filter. */
function useChannelChoice() {
  const may = usePermission();
  const customerId = useSearch().params.get('customerId') ?? '';
  const { data } = useQuery({
    ...get('/channel/sales/selector', { query: { size: 100, ...(customerId ? { customerId } : {}) } }),
    enabled: may('channel:sales:page'),
  });
  const above = may({ types: [1, 11] });
  return (data?.records ?? []).map(({ id, name, customerName }) => ({
    value: id,
    label: above && customerName ? `${name} · ${customerName}` : name,
  }));
}

export function useVisitors(): Resource<typeof VISITORS, 'visitor'> {
  const t = useTranslations('visitor');
  const leads = usePathOf('channel/lead');
  const permission = usePermission();
  const may = permission('channel:lead:page');
  const above = permission({ types: [1, 11] });
  const owners = useOwners();
  const channels = useChannelChoice();
  return {
    list: VISITORS,
    words: 'visitor',
    note: above ? `${t('note')} ${t('whose')}` : undefined,
    columns: {
      customerId: owners.length > 0 && { only: 'filter', filter: { options: owners } },
      channelName: { fixed: true },
      channelId: { only: 'filter', titled: 'channelName', filter: { options: channels } },
      createTime: { as: 'time', sort: true, filter: 'days' },
      countryCode: { as: 'country', sort: true, from: 'sm', filter: true },
      source: { sort: true, from: 'md', filter: true },
      params: {
        hidden: true,
        cell: (r) =>
          Object.entries(r.params)
            .map(([k, v]) => `${k}=${v}`)
            .join(', '),
      },
      link: { from: 'md', cell: (r) => (r.link ? `/s/${r.link}` : t('form')) },
      leadId: {
        from: 'sm',
        cell: (r) => r.leadId && (leads && may ? <Link to={`${leads}?id=${r.leadId}`}>{t('toLead')}</Link> : t('yes')),
      },
      isLead: { only: 'filter', filter: { either: ['yes', 'no'] } },
    },
    export: true,
  };
}

/** People who opened an address of a sales channel. */
export default function Visitors() {
  return <ResourcePage resource={useVisitors()} />;
}
