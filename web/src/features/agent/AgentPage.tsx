import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/cell/cells';
import { DetailPage } from '@/kit/page/DetailPage';
import type { Tab } from '@/kit/page/Tabs';
import type { FormState } from '@/kit/resource/descriptor';
import type { ResourceForm as TheForm } from '@/kit/resource/ResourceForm';
import { LazyForm } from '@/kit/resource/ResourcePage';
import { RowActions } from '@/kit/resource/RowActions';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { get } from '@/lib/api/query';
import { useSession } from '@/lib/session';
import { AGENT_QUERIES, AGENT_TYPE, type Agent } from './agent';
import type { OpenCreditDialog } from './CreditModal';
import { Home } from './Home';
import { PriceList } from './PriceList';
import { Statement } from './Statement';
import { useAgentActions, useAgentColumns, useAgentForm } from './useAgents';

const ResourceForm = LazyForm as unknown as typeof TheForm;

/** The page of an agent: its data, its earnings, its statement with margins and its price list. */
type Props = { id: string; open: (o: OpenCreditDialog) => void; onBack: () => void };

export function AgentPage({ id, open, onBack }: Props) {
  const t = useTranslations('agent');
  const tt = useTranslations('table');
  const labels = useTranslations('agent') as (key: string) => string;
  const found = useQuery(get('/proxy/info/{id}', { path: { id } }));
  const [state, setState] = useState<FormState<Agent>>({ mode: 'none' });
  const form = useAgentForm();
  const actions = useAgentActions(open);
  const page = {
    add: () => undefined,
    update: (row: Agent) => setState({ mode: 'update', row }),
    refresh: () => void found.refetch(),
  };
  const acts = [
    { ...form.update, key: 'edit', label: tt('edit'), run: (row: Agent) => page.update(row) },
    ...actions.map((a) => ({ ...a, label: a.label ?? labels(a.key) })),
  ];
  const may = usePermission();
  const own = useSession((s) => s.attributes?.type === AGENT_TYPE);
  const tabs: Tab<Agent>[] = [
    ...(may({ permission: 'proxy:statement' })
      ? [{ key: 'statement', label: t('tabs.statement'), content: () => <Statement agentId={id} /> }]
      : []),
    ...(may({ permission: 'proxy:price' })
      ? [{ key: 'prices', label: t('tabs.prices'), content: () => <PriceList agentId={id} own={own} /> }]
      : []),
    ...(may({ permission: 'aty:customerinfo:price' }) && !own
      ? [{ key: 'charges', label: t('tabs.charges'), content: () => <FeatureSlot slot="charges" userId={id} /> }]
      : []),
    ...(may({ permission: 'system:audit:page' }) && !own
      ? [{ key: 'audit', label: t('tabs.audit'), content: () => <FeatureSlot slot="audit" userId={id} /> }]
      : []),
  ];
  return (
    <>
      <DetailPage
        words="agent"
        columns={useAgentColumns()}
        query={found}
        actions={own ? undefined : (row) => <RowActions {...{ row, actions: acts, page }} changes={AGENT_QUERIES} />}
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
      {state.mode !== 'none' && (
        <Suspense>
          <ResourceForm
            spec={form}
            state={state}
            changes={[...AGENT_QUERIES]}
            onClose={() => setState({ mode: 'none' })}
          />
        </Suspense>
      )}
    </>
  );
}
