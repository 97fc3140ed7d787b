import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { POLL } from '@/lib/constants';
import { FailureReason } from '@/ordering/FailureReason';
import { isRunning } from '@/ordering/order';
import { useInvalidateOnChange } from '@/ordering/useInvalidateOnChange';
import { useStat } from '@/ordering/useStat';
import { fromOf } from './Numbers';
import { type OrderDetail, TARGET_STATES } from './order';

const TARGET_LIST = '/gc/groupsendorder/{id}/targets/page';

/** Every recipient of an order with its state, and which message it gets where there are two. */
export function Targets({ order }: { order: OrderDetail }) {
  const { id } = order;
  const busy = isRunning(order);
  const tries = Boolean(order.ab);
  const t = useTranslations('order');
  const dict = useDict('target_state');
  const several = (useStat(id, busy).data?.senders?.length ?? 0) > 1;
  useInvalidateOnChange(order, TARGET_LIST);
  const resource: Resource<typeof TARGET_LIST, 'order'> = {
    list: TARGET_LIST,
    words: 'order',
    params: { id },
    prefix: 't_',
    title: t('targetsTable'),
    empty: t('targetsEmpty'),
    rowKey: 'phoneNumber',
    every: busy && POLL.live,
    settings: false,
    export: { path: '/gc/groupsendorder/{id}/export', permission: 'gc:groupsendorder:export' },
    columns: {
      phoneNumber: { as: 'phone', filter: 'text' },
      state: {
        cell: (r) => (
          <>
            <DictTag code="target_state" value={r.state} />
            <FailureReason below>{r.reason}</FailureReason>
          </>
        ),
        filter: { options: TARGET_STATES.map((s) => ({ value: s, label: dict.find(s)?.name ?? s })), several: true },
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
      reason: { from: 'sm', cell: (r) => <FailureReason>{r.reason}</FailureReason> },
      sentTime: { as: 'second', from: 'md' },
      arrivedTime: { as: 'second', from: 'md' },
      readTime: { as: 'second', from: tries ? 'xl' : 'lg' },
      replyTime: { as: 'second', from: 'xl' },
      from: several && { cell: (r) => fromOf(r.from), from: 'xl' },
    },
  };
  return (
    <Panel title={t('targets')}>
      <ResourcePage resource={resource} bare />
    </Panel>
  );
}
