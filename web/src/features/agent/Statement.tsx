import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useFormat } from '@/lib/format';

const AGENT_STATEMENT_LIST = '/proxy/statement';

/** The lines of an agent and its customers, with what it earned by each order. */
export function Statement({ agentId }: { agentId: string }) {
  const t = useTranslations('agent');
  const f = useFormat();
  const resource: Resource<typeof AGENT_STATEMENT_LIST, 'agent'> = {
    list: AGENT_STATEMENT_LIST,
    words: 'agent',
    rowKey: 'serialNumber',
    prefix: 'c_lines_',
    fixed: { agentId },
    empty: t('noLines'),
    export: { path: '/proxy/statement/export' },
    filters: ['businessType', 'createTime'],
    columns: {
      createTime: { as: 'time', title: t('time'), filter: 'days' },
      userName: { from: 'sm', cell: (l) => l.userName || '–' },
      businessType: {
        filter: true,
        dict: 'business_type',
        cell: (l) => <DictTag code="business_type" value={l.businessType} />,
      },
      amount: { as: 'credit', fixed: true, cell: (l) => f.credit(l.amount).replace('-', '\u2212') },
      margin: { as: 'credit', from: 'sm', cell: (l) => f.credit(l.margin) },
      balance: { as: 'credit', from: 'lg' },
      remark: { from: 'xl', ellipsis: true, width: 180 },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
