import { useTranslations } from 'next-intl';
import { Country } from '@/kit/cell/cells';
import { PageModal } from '@/kit/modal/PageModal';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useFormat } from '@/lib/format';

export const HISTORY = '/proxy/service/price/history/page';
const ANYWHERE = '*';

/** Owner of the list; without an id, the signed-in agent. */
type PriceHistoryOwner = { agentId: string | undefined };

/** The history of an agent's price list: old and new price, time and operator. */
export function PriceHistory({ open, onClose, agentId }: PriceHistoryOwner & { open: boolean; onClose: () => void }) {
  const t = useTranslations('agent');
  return (
    <PageModal open={open} title={t('history')} width={860} footer={null} onCancel={onClose} destroyOnHidden>
      <Changes agentId={agentId} />
    </PageModal>
  );
}

function Changes({ agentId }: PriceHistoryOwner) {
  const t = useTranslations('agent');
  const f = useFormat();
  const resource: Resource<typeof HISTORY, 'agent'> = {
    list: HISTORY,
    words: 'agent',
    rowKey: 'createTime',
    prefix: 'c_prices_h_',
    fixed: { userId: agentId },
    empty: t('noHistory'),
    settings: false,
    columns: {
      createTime: { as: 'time', sort: true, title: t('changed') },
      service: { dict: 'service', from: 'sm', filter: true },
      countryCode: {
        fixed: true,
        filter: 'country',
        cell: (c) => (c.countryCode === ANYWHERE ? t('anywhere') : <Country code={c.countryCode} />),
      },
      before: { as: 'credit', cell: (c) => (c.before === null ? '–' : f.credit(c.before)) },
      price: { as: 'credit', title: t('after'), cell: (c) => (c.price === null ? t('removed') : f.credit(c.price)) },
      operator: { from: 'sm', filter: true, cell: (c) => c.operator || '–' },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
