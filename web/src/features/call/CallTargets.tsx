import { useTranslations } from 'next-intl';
import { clock } from '@/kit/audio/clock';
import { renderValue } from '@/kit/cell/cells';
import { DictTag } from '@/kit/dict/DictTag';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { POLL } from '@/lib/constants';
import { FailureReason } from '@/ordering/FailureReason';
import { CALL } from '@/ordering/kind';
import { isRunning } from '@/ordering/order';
import { useInvalidateOnChange } from '@/ordering/useInvalidateOnChange';
import type { CallDetail } from './order';

const CALL_TARGET_LIST = '/call/order/{id}/targets/page';

/** All targets of a call order: time, outcome, length, answer, and which side hung up. */
export function CallTargets({ order }: { order: CallDetail }) {
  const { id } = order;
  const busy = isRunning(order);
  const t = useTranslations('call');
  const states = useDict(CALL.states);
  const interactive = order.callType === 'interactive';
  useInvalidateOnChange(order, CALL_TARGET_LIST);
  const resource: Resource<typeof CALL_TARGET_LIST, 'call'> = {
    list: CALL_TARGET_LIST,
    words: 'call',
    params: { id },
    prefix: 't_',
    title: t('targetsTable'),
    empty: t('targetsEmpty'),
    rowKey: 'phoneNumber',
    every: busy && POLL.live,
    settings: false,
    export: { path: '/call/order/{id}/export', permission: 'call:order:export' },
    columns: {
      phoneNumber: { as: 'phone', filter: 'text' },
      state: {
        cell: (r) => (
          <>
            <DictTag code={CALL.states} value={r.state} />
            <FailureReason below>{r.reason}</FailureReason>
          </>
        ),
        filter: { options: CALL.order.map((s) => ({ value: s, label: states.find(s)?.name ?? s })), several: true },
      },
      reason: { from: 'sm', cell: (r) => <FailureReason>{r.reason}</FailureReason> },
      sentTime: { as: 'second', from: 'md' },
      arrivedTime: { as: 'second', from: 'lg' },
      'own.talk': { title: t('talk'), number: true, cell: (r) => (r.call ? clock(r.call.seconds) : '–') },
      'own.by': {
        title: t('answeredBy'),
        from: interactive ? 'lg' : 'md',
        cell: (r) => renderValue(r.call?.answeredBy, 'text', 'call_answerer'),
      },
      'own.intent': interactive && { title: t('intent'), from: 'md', cell: (r) => r.call?.intent || '–' },
      'own.hangup': {
        title: t('hangupParty'),
        from: 'xl',
        cell: (r) => renderValue(r.readTime && r.call?.hangupParty, 'text', 'call_party'),
      },
    },
  };
  return (
    <Panel title={t('targets')}>
      <ResourcePage resource={resource} bare />
    </Panel>
  );
}
