import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useStat } from '@/ordering/useStat';
import { fromOf } from './Numbers';
import { STATES } from './order';

/** Every recipient of an order with its state, and which message it gets where there are two. */
export function Targets({ id, busy, tries }: { id: string; busy: boolean; tries: boolean }) {
  const t = useTranslations('order');
  const dict = useDict('target_state');
  const several = (useStat(id, busy).data?.senders?.length ?? 0) > 1;
  const resource: Resource<'/gc/groupsendorder/{id}/targets/page', 'order'> = {
    list: '/gc/groupsendorder/{id}/targets/page',
    words: 'order',
    params: { id },
    prefix: 't_',
    title: t('targetsTable'),
    empty: t('targetsEmpty'),
    rowKey: 'phoneNumber',
    every: busy && POLL.live,
    settings: false,
    columns: {
      phoneNumber: { as: 'phone', filter: 'text' },
      state: {
        dict: 'target_state',
        filter: { options: STATES.map((s) => ({ value: s, label: dict.find(s)?.name ?? s })) },
      },
      variant: tries && {
        cell: (r) => r.variant?.toUpperCase() ?? '',
        filter: {
          options: [
            { value: 'a', label: t('ab.a') },
            { value: 'b', label: t('ab.b') },
          ],
        },
      },
      reason: { from: 'lg' },
      sentTime: { as: 'second', from: 'sm' },
      arrivedTime: { as: 'second', from: 'md' },
      readTime: { as: 'second', from: tries ? 'lg' : 'md' },
      replyTime: { as: 'second', from: 'xl' },
      from: several && { cell: (r) => fromOf(r.from), from: 'lg' },
    },
  };
  return (
    <Panel title={t('targets')}>
      <ResourcePage resource={resource} bare />
    </Panel>
  );
}
