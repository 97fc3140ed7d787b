import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import { Tone } from '@/kit/dict/Tone';
import type { Columns } from '@/kit/resource/schema';
import { Link } from '@/ui/Link';
import type { DOMAIN_LIST, Domain } from './domain';
import css from './domain.module.css';

/** The name of a domain with what distinguishes it. */
function Named({ domain: d, href }: { domain: Domain; href?: string }) {
  const t = useTranslations('domain');
  return (
    <span className={css.named}>
      {href ? <Link to={href}>{d.name}</Link> : d.name}
      {d.default && <Tone tone="cyan">{t('default')}</Tone>}
      {d.shared && <Tone tone="blue">{t('shared')}</Tone>}
    </span>
  );
}

/** The schema of domains: for the list, and for the facts of one. */
export function useDomainColumns(hrefOf?: (id: string) => string): Columns<typeof DOMAIN_LIST, 'domain'> {
  const t = useTranslations('domain');
  const above = usePermission()({ types: [1, 11] });
  return {
    name: {
      sort: true,
      fixed: true,
      filter: 'text',
      only: hrefOf ? undefined : 'list',
      cell: (r) => <Named domain={r} href={hrefOf?.(r.id)} />,
    },
    state: { dict: 'domain_state', sort: true, filter: true },
    uses: { dict: 'domain_use', filter: true, from: 'sm' },
    ascii: { only: 'detail', cell: (r) => r.ascii },
    customerName: above && { sort: true, filter: true, from: 'md', cell: (r) => r.customerName || t('platform') },
    checkTime: { as: 'time', sort: true, from: 'lg' },
    verifyTime: { as: 'time', only: 'detail' },
    deadline: { as: 'time', from: 'xl', hidden: true },
    createTime: { as: 'time', sort: true, from: 'xl', filter: 'days' },
  };
}

/** The state of a domain as a tag. */
export function StateTag({ domain }: { domain: Domain }) {
  return <DictTag code="domain_state" value={domain.state} />;
}
