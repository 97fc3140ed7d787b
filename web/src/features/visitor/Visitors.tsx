'use client';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';

const VISITORS = '/channel/visitor/page';

function useVisitors(): Resource<typeof VISITORS, 'visitor'> {
  const t = useTranslations('visitor');
  const leads = usePathOf('channel/lead');
  const may = usePermission()('channel:lead:page');
  return {
    list: VISITORS,
    words: 'visitor',
    columns: {
      channelName: { fixed: true },
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
