import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { POLL } from '@/lib/constants';
import { FailureReason } from '@/ordering/FailureReason';
import { EMAIL } from '@/ordering/kind';
import { isRunning } from '@/ordering/order';
import { useInvalidateOnChange } from '@/ordering/useInvalidateOnChange';
import type { EmailDetail } from './order';

const EMAIL_TARGET_LIST = '/edm/order/{id}/targets/page';

/** All recipients of an email order: what became of each email, and why it came back. */
export function EmailTargets({ order }: { order: EmailDetail }) {
  const { id } = order;
  const busy = isRunning(order);
  const tries = Boolean(order.ab);
  const t = useTranslations('email');
  const ab = useTranslations('order.ab');
  const states = useDict(EMAIL.states);
  useInvalidateOnChange(order, EMAIL_TARGET_LIST);
  const resource: Resource<typeof EMAIL_TARGET_LIST, 'email'> = {
    list: EMAIL_TARGET_LIST,
    words: 'email',
    params: { id },
    prefix: 't_',
    title: t('targetsTable'),
    empty: t('targetsEmpty'),
    rowKey: 'email',
    every: busy && POLL.live,
    settings: false,
    export: { path: '/edm/order/{id}/export', permission: 'edm:order:export' },
    columns: {
      email: { fixed: true, ellipsis: true, width: 240, filter: 'text' },
      state: {
        cell: (r) => (
          <>
            <DictTag code={EMAIL.states} value={r.state} />
            <FailureReason below>{r.reason}</FailureReason>
          </>
        ),
        filter: { options: EMAIL.order.map((s) => ({ value: s, label: states.find(s)?.name ?? s })), several: true },
      },
      result: { dict: 'email_result', from: 'md' },
      reason: { from: 'sm', cell: (r) => <FailureReason>{r.reason}</FailureReason> },
      variant: tries && {
        from: 'sm',
        cell: (r) => r.variant?.toUpperCase() ?? '',
        filter: {
          options: [
            { value: 'a', label: ab('a') },
            { value: 'b', label: ab('b') },
          ],
        },
      },
      sentTime: { as: 'second', from: 'md' },
      arrivedTime: { as: 'second', from: 'lg' },
      loadedTime: order.trackLoads && { as: 'second', from: 'lg' },
      clickedTime: order.trackClicks && { as: 'second', from: 'lg' },
    },
  };
  return (
    <Panel title={t('targets')}>
      <ResourcePage resource={resource} bare />
    </Panel>
  );
}
