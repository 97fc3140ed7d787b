import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import type { Columns } from '@/kit/resource/schema';
import { Link } from '@/ui/Link';
import { type LEADS, nameOf } from './lead';

/** The schema of leads, for the list and the page of one. `href`: the address of a lead. */
export function useLeadColumns(href?: (id: string) => string): Columns<typeof LEADS, 'lead'> {
  const t = useTranslations('lead');
  const above = usePermission()({ types: [1, 11] });
  return {
    name: {
      sort: true,
      fixed: true,
      filter: true,
      cell: (r) => (href ? <Link to={href(r.id)}>{nameOf(r, t('erased'))}</Link> : nameOf(r, t('erased'))),
    },
    phoneNumber: { as: 'phone', from: 'sm', filter: true },
    email: { from: 'xl', filter: true },
    countryCode: { as: 'country', sort: true, hidden: true, filter: true },
    status: { dict: 'lead_status', sort: true, filter: true },
    nextTime: {
      sort: true,
      from: 'md',
      filter: 'days',
      cell: (r) =>
        r.nextTime ? (
          <>
            <Time value={r.nextTime} /> {r.overdue && <Tone tone="red">{t('overdue')}</Tone>}
          </>
        ) : (
          '–'
        ),
    },
    assigneeName: { sort: true, from: 'lg', filter: true },
    channelName: { sort: true, from: 'md', filter: true },
    source: { dict: 'lead_source', sort: true, from: 'lg', filter: true },
    promoterName: { hidden: true },
    message: { hidden: true, ellipsis: true },
    lostReason: { hidden: true, ellipsis: true },
    consentTime: { as: 'time', only: 'detail' },
    convertTime: { as: 'time', sort: true, hidden: true, filter: 'days' },
    customerName: above && { sort: true, filter: true, hidden: true },
    createTime: { as: 'time', sort: true, from: 'xl', filter: 'days' },
  };
}
