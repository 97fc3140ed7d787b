import { useTranslations } from 'next-intl';
import { POLL } from '@/core/constants';
import type { RecordOf } from '@/kit/api/types';
import { DictTag, Time } from '@/kit/cell/cells';
import { useDict } from '@/kit/dict/useDict';
import { useFormat } from '@/kit/format';
import { Panel } from '@/kit/page/Page';
import type { Column } from '@/kit/resource/columns';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { useList } from '@/kit/resource/useList';
import { STATES } from './order';

type Target = RecordOf<'/gc/groupsendorder/{id}/targets/page'>;

/** Every recipient of an order with its state. */
export function Targets({ id, busy }: { id: string; busy: boolean }) {
  const t = useTranslations('order');
  const f = useFormat();
  const dict = useDict('target_state');
  const list = useList('/gc/groupsendorder/{id}/targets/page', {
    path: { id },
    filters: ['phoneNumber', 'state'],
    prefix: 't_',
    every: busy && POLL.live,
  });
  const columns: Column<Target>[] = [
    { field: 'phoneNumber', title: t('number'), render: (r) => f.number(r.phoneNumber) },
    { field: 'state', title: t('state'), render: (r) => <DictTag code="target_state" value={r.state} /> },
    { field: 'reason', title: t('reason'), from: 'lg', render: (r) => r.reason },
    { field: 'sentTime', title: t('sentTime'), from: 'sm', render: (r) => <Time value={r.sentTime} seconds /> },
    {
      field: 'arrivedTime',
      title: t('arrivedTime'),
      from: 'md',
      render: (r) => <Time value={r.arrivedTime} seconds />,
    },
    { field: 'readTime', title: t('readTime'), from: 'md', render: (r) => <Time value={r.readTime} seconds /> },
  ];
  return (
    <Panel title={t('targets')}>
      <ResourceTable
        label={t('targetsTable')}
        list={list}
        rowKey="phoneNumber"
        columns={columns}
        filters={[
          { field: 'phoneNumber', label: t('number'), kind: 'text' },
          {
            field: 'state',
            label: t('state'),
            kind: 'select',
            options: STATES.map((s) => ({ value: s, label: dict.find(s)?.name ?? s })),
          },
        ]}
        empty={{ title: t('targetsEmpty') }}
      />
    </Panel>
  );
}
