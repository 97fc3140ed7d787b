import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import { clock } from '@/kit/audio/clock';
import { shown } from '@/kit/cell/cells';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { CALL } from '@/ordering/kind';
import type { CallDetail } from './order';

const LIST = '/call/order/{id}/targets/page';

type Props = { id: string; busy: boolean; order: CallDetail };

/** Everybody who is called: when, who answered, how long, what was answered, and who hung up. */
export function Called({ id, busy, order }: Props) {
  const t = useTranslations('call');
  const states = useDict(CALL.states);
  const interactive = order.callType === 'interactive';
  const resource: Resource<typeof LIST, 'call'> = {
    list: LIST,
    words: 'call',
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
        dict: CALL.states,
        filter: { options: CALL.order.map((s) => ({ value: s, label: states.find(s)?.name ?? s })) },
      },
      sentTime: { as: 'second', from: 'sm' },
      arrivedTime: { as: 'second', from: 'md' },
      'own.talk': { title: t('talk'), number: true, cell: (r) => (r.call ? clock(r.call.seconds) : '–') },
      'own.by': { title: t('answeredBy'), from: 'md', cell: (r) => shown(r.call?.answeredBy, 'text', 'call_answerer') },
      'own.intent': interactive && { title: t('intent'), from: 'sm', cell: (r) => r.call?.intent || '–' },
      'own.hangup': {
        title: t('hangupParty'),
        from: 'lg',
        cell: (r) => shown(r.readTime && r.call?.hangupParty, 'text', 'call_party'),
      },
      reason: { from: 'xl' },
    },
  };
  return (
    <Panel title={t('targets')}>
      <ResourcePage resource={resource} bare />
    </Panel>
  );
}
