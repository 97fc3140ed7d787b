import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '@/auth/session';
import { useMay } from '@/kit/access/Can';
import { get } from '@/kit/api/query';
import { DictTag } from '@/kit/cell/cells';
import { DetailPage, type Tab } from '@/kit/page/DetailPage';
import { Embedded } from '@/router/Embedded';
import { AGENT, type Agent } from './agent';
import { Home } from './Home';
import { PriceList } from './PriceList';
import { Statement } from './Statement';
import { useColumns } from './useAgents';

/** One agent: who it is, what it earns, its statement with margins and its price list. */
export function AgentPage({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTranslations('agent');
  const may = useMay();
  const own = useSession((s) => s.attributes?.type === AGENT);
  const tabs: Tab<Agent>[] = [
    ...(may({ permission: 'proxy:statement' })
      ? [{ key: 'statement', label: t('tabs.statement'), content: () => <Statement agentId={id} /> }]
      : []),
    ...(may({ permission: 'proxy:price' })
      ? [{ key: 'prices', label: t('tabs.prices'), content: () => <PriceList agentId={id} own={own} /> }]
      : []),
    ...(may({ permission: 'system:audit:page' }) && !own
      ? [{ key: 'audit', label: t('tabs.audit'), content: () => <Embedded uri="part/audit" /> }]
      : []),
  ];
  return (
    <DetailPage
      words="agent"
      columns={useColumns()}
      of={useQuery(get('/proxy/info/{id}', { path: { id } }))}
      title={(a) => (
        <>
          {a.name} <DictTag code="user_status" value={a.status} />
        </>
      )}
      note={(a) => [a.companyName, a.phone].filter(Boolean).join(' · ')}
      back={own ? undefined : { label: t('back'), onClick: onBack }}
      tabs={tabs}
      tabsLabel={t('more')}
      prefix="c_"
    >
      {may({ permission: 'proxy:statement' }) && <Home agentId={own ? undefined : id} />}
    </DetailPage>
  );
}
